import { resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { isBusy } from "./sqlite-database.ts";

/**
 * Takes a lock file for this process alone, or answers undefined while another process holds it. The system drops the
 * lock with the process, however it ends.
 */
export function takeLock(file: string): { release(): void } | undefined {
  // The driver takes blanks off a path's ends.
  const connection = new Sqlite(resolve(file), { timeout: 0 });
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
