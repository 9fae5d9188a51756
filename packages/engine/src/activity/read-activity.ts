import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Database } from "../sql/database.ts";
import type { Store } from "../store/open-store.ts";
import { ACTIVITY_FOLDER } from "../store/store-layout.ts";
import type { ActivityEntry } from "./activity-entry.ts";
import { monthsSince } from "./activity-months.ts";
import { ensureActivityTable } from "./activity-table.ts";

/** A call of the log; `time` is `YYYY-MM-DD HH:MM:SS` of the store's clock, when it began. */
export interface LoggedCall extends Omit<ActivityEntry, "atMs"> {
  readonly time: string;
}

export interface ActivityQuery {
  /** `YYYY-MM-DD HH:MM:SS`; calls from then on. */
  readonly since: string;
  readonly login?: string | undefined;
  readonly limit: number;
}

/** The newest calls of a store, in the order they ended. A store that nobody has called yet has none. */
export async function readActivity({ database, folder }: Store, query: ActivityQuery): Promise<LoggedCall[]> {
  if (database.engine === "sqlite") return readFiles(join(folder, ACTIVITY_FOLDER), query);
  await ensureActivityTable(database.db);
  return selectCalls(database.db, query);
}

async function readFiles(folder: string, { since, login, limit }: ActivityQuery): Promise<LoggedCall[]> {
  let calls: LoggedCall[] = [];
  for (const file of await monthsSince(folder, since)) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const call = parseCall(line);
      if (call === undefined || call.time < since || (login !== undefined && call.login !== login)) continue;
      calls.push(call);
      if (calls.length >= 2 * limit) calls = calls.slice(-limit);
    }
  }
  return calls.slice(-limit);
}

/** Nothing for an empty line, and for one that a full disk or a dead machine has cut. */
function parseCall(line: string): LoggedCall | undefined {
  try {
    return line === "" ? undefined : (JSON.parse(line) as LoggedCall);
  } catch {
    return undefined;
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
