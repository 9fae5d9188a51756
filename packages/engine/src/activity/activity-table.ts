import { wallClock } from "@prilavok/protocol";
import type { Database, SqlValue } from "../sql/database.ts";
import { createTable } from "../store/create-table.ts";
import { readTable } from "../store/table-notation.ts";
import type { ActivityEntry } from "./activity-entry.ts";

const TABLE = readTable(
  "agent_activity",
  `id bigint u auto, at_time datetime, login char(100), app char(100), topic char(100), tool char(100), unit char(100),
    command char(100), result char(10), message text, fields text, ms int u, row_count bigint u, byte_count bigint u,
    trace text`,
  "primary id; at_time; login",
);
const COLUMNS = TABLE.columns.map(({ name }) => name).filter((name) => name !== "id");
const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the log's table where there is none yet; several processes may do so at once. */
export async function ensureActivityTable(db: Database): Promise<void> {
  if (db.dialect !== "sqlite" && (await isOnServer(db))) return;
  const statements = createTable(TABLE, db.dialect).map((statement) =>
    statement.replace(/^CREATE (TABLE|INDEX) /, "CREATE $1 IF NOT EXISTS "),
  );
  for (const statement of statements) await db.run(statement);
}

/** A server's user may do without the right to make tables once the log's stands. */
async function isOnServer(db: Database): Promise<boolean> {
  const found = await db.all(
    `SELECT 1 AS found FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{DBNICK}_agent_activity'`,
  );
  return found.length > 0;
}

/** Writes entries with one statement; times stand on the store's wall clock. */
export async function insertActivity(db: Database, entries: readonly ActivityEntry[], timezone: string): Promise<void> {
  const row = `(${COLUMNS.map(() => "?").join(", ")})`;
  await db.run(
    `INSERT INTO {DBNICK}_agent_activity (${COLUMNS.join(", ")}) VALUES ${entries.map(() => row).join(", ")}`,
    entries.flatMap((entry) => rowOf(entry, timezone)),
  );
}

/** Removes what is older than the store keeps. */
export async function pruneActivity(db: Database, days: number, timezone: string): Promise<void> {
  const oldest = wallClock(new Date(Date.now() - days * DAY_MS), timezone);
  await db.run("DELETE FROM {DBNICK}_agent_activity WHERE at_time < ?", [oldest]);
}

function rowOf(entry: ActivityEntry, timezone: string): SqlValue[] {
  const { atMs, login, app, topic, tool, unit, command, result, message, fields, ms, rows, bytes, trace } = entry;
  const time = wallClock(new Date(atMs), timezone);
  return [time, login, app, topic, tool, unit, command, result, message, fields, ms, rows, bytes, trace];
}
