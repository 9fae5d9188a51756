import type Sqlite from "better-sqlite3";
import type { RunResult } from "./database.ts";

/** What a writing statement did, as the driver tells it: SQLite keeps the last id after statements that insert nothing. */
export function sqliteRunResult(sql: string, { changes, lastInsertRowid }: Sqlite.RunResult): RunResult {
  const inserted = changes > 0 && /^\s*(insert|replace)\b/i.test(sql);
  return { affected: changes, insertId: inserted ? String(lastInsertRowid) : "0" };
}
