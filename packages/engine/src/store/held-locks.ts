import { setTimeout as pause } from "node:timers/promises";
import type { SqlValue } from "../sql/database.ts";

/** A table (bare name) that somebody has in work: by whom, in which call, since when. */
export interface HeldLock {
  readonly table: string;
  readonly login: string;
  readonly callId: string;
  readonly since: string;
}

type ReadRows = (sql: string, values: readonly SqlValue[]) => Promise<readonly Record<string, string | null>[]>;

const PAUSE_MS = 50;

/** Who has any of these tables (bare names) in work, through a door that knows `{DBNICK}`. */
export async function readHeldLocks(rows: ReadRows, tables: readonly string[]): Promise<HeldLock[]> {
  const held = await rows(
    `SELECT b.table_name, b.call_id, b.from_time, coalesce(u.login, '') AS login
     FROM {DBNICK}_oper_block b LEFT JOIN {DBNICK}_user u ON u.id = b.user_id
     WHERE b.table_name IN (${tables.map(() => "?").join(", ")})`,
    tables,
  );
  return held.map(({ table_name, call_id, from_time, login }) => ({
    table: table_name ?? "",
    login: login ?? "",
    callId: call_id ?? "",
    since: from_time ?? "",
  }));
}

/** Tries until an attempt meets no lock; after `waitMs` it answers the locks that stood in the way of the last one. */
export async function untilFree(
  waitMs: number,
  attempt: () => Promise<readonly HeldLock[]>,
): Promise<readonly HeldLock[]> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const held = await attempt();
    if (held.length === 0 || performance.now() >= deadline) return held;
    await pause(PAUSE_MS);
  }
}
