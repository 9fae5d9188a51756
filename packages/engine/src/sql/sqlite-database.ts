import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { Database, RunResult, SqlValue } from "./database.ts";
import { sqliteRunResult } from "./sqlite-run-result.ts";
import { bindable } from "./sqlite-values.ts";

/** How an SQLite file is opened: "create" makes it when it is not there, in WAL. */
export interface SqliteOptions {
  readonly nick: string;
  readonly mode: "read" | "write" | "create";
  /** How long a statement waits for another process's write, in milliseconds; the event loop goes on meanwhile. */
  readonly busyMs?: number;
}

const KEPT_STATEMENTS = 200;
const BUSY_PAUSE_MS = 10;

/**
 * Core's door to an SQLite file. Writes are on disk before they are answered (`synchronous` FULL). Statements go one
 * after another; one that is awaited outside a transaction while it runs becomes a part of it, so a flow owns its door.
 */
export function openSqliteDatabase(file: string, { nick, mode, busyMs = 5000 }: SqliteOptions): Database {
  // The driver takes blanks off a path's ends.
  const connection = new Sqlite(resolve(file), {
    readonly: mode === "read",
    fileMustExist: mode !== "create",
    timeout: 0,
  });
  if (mode === "create") connection.pragma("journal_mode = WAL");
  if (mode !== "read") connection.pragma("synchronous = FULL");
  const statements = new Map<string, Sqlite.Statement>();

  const prepare = (sql: string): Sqlite.Statement => {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    if (statements.size === KEPT_STATEMENTS) statements.clear();
    const statement = connection.prepare(sql.replaceAll("{DBNICK}", nick));
    statements.set(sql, statement);
    return statement;
  };
  const patiently = <T>(action: () => T): Promise<T> => retryBusy(action, busyMs);
  const run = async (sql: string, values: readonly SqlValue[] = []): Promise<RunResult> => {
    const bound = values.map(bindable);
    return sqliteRunResult(sql, await patiently(() => prepare(sql).run(...bound)));
  };

  return {
    dialect: "sqlite",
    nick,
    run,
    all: <Row>(sql: string, values: readonly SqlValue[] = []) => {
      const bound = values.map(bindable);
      return patiently(() => (prepare(sql) as Sqlite.Statement<unknown[], Row>).all(...bound));
    },
    transaction: async (work) => {
      await run("BEGIN IMMEDIATE");
      try {
        const result = await work();
        await run("COMMIT");
        return result;
      } finally {
        if (connection.inTransaction) connection.exec("ROLLBACK");
      }
    },
    close: async () => {
      connection.close();
    },
  };
}

async function retryBusy<T>(action: () => T, busyMs: number): Promise<T> {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await pause(BUSY_PAUSE_MS);
  }
}

/** Another process holds the file's lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
