import { existsSync } from "node:fs";
import type { Database } from "../sql/database.ts";
import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import type { Store } from "../store/open-store.ts";
import type { ActivityResult } from "./activity-entry.ts";
import { activityFile } from "./activity-file.ts";
import { ensureActivityTable } from "./activity-table.ts";

/** A call of the log; `time` is `YYYY-MM-DD HH:MM:SS` of the store's clock. */
export interface LoggedCall {
  readonly time: string;
  readonly login: string;
  readonly app: string;
  readonly topic: string;
  readonly tool: string;
  readonly unit: string;
  readonly command: string;
  readonly result: ActivityResult;
  readonly message: string;
  readonly fields: string;
  readonly ms: number;
  readonly rows: number;
  readonly bytes: number;
  readonly trace: string;
}

export interface ActivityQuery {
  /** `YYYY-MM-DD HH:MM:SS`; calls from then on. */
  readonly since: string;
  readonly login?: string | undefined;
  readonly limit: number;
}

/** The newest calls of a store, in the order they ended. A store that nobody has called yet has none. */
export async function readActivity(store: Store, query: ActivityQuery): Promise<LoggedCall[]> {
  if (store.database.engine === "server") {
    await ensureActivityTable(store.db);
    return selectCalls(store.db, query);
  }
  const file = activityFile(store.database.file);
  if (!existsSync(file)) return [];
  const db = openSqliteDatabase(file, { nick: store.db.nick, mode: "read" });
  try {
    return await selectCalls(db, query);
  } finally {
    await db.close();
  }
}

async function selectCalls(db: Database, { since, login, limit }: ActivityQuery): Promise<LoggedCall[]> {
  const [where, values] = login === undefined ? ["", []] : ["AND login = ?", [login]];
  const calls = await db.all<LoggedCall>(
    `SELECT at_time AS time, login, app, topic, tool, unit, command, result, message, fields, ms,
       row_count AS \`rows\`, byte_count AS bytes, trace
     FROM {DBNICK}_agent_activity WHERE at_time >= ? ${where} ORDER BY id DESC LIMIT ${Math.trunc(limit)}`,
    [since, ...values],
  );
  return calls.reverse();
}
