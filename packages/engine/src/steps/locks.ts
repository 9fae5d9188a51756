import { stepRefusals } from "@prilavok/protocol";
import { holderState } from "../process/lock-holder.ts";
import type { ConnectSteps, Database } from "../sql/database.ts";
import { stepDatabase } from "../sql/step-database.ts";
import { isConnected } from "../store/lock-tie.ts";
import { bareTableName } from "../store/table-names.ts";

/** Rows of answers: names of columns once, then the values. */
type ColumnsAndRows = { columns: string[]; rows: (string | null)[][] };

/** A lock as `oper_block` keeps it. */
interface LockRow {
  readonly table_name: string;
  readonly from_time: string;
  readonly call_id: string;
  readonly holder: string;
}

/** A lock that nobody can be asked about (no holder, or one on another computer) counts as stuck at this age. */
const UNKNOWN_HOLDER_HOURS = 48;

/** Who has which tables in work: the login, the operation of the rights tree and its name, and since when. */
export async function listLocks(db: Database): Promise<{ locks: ColumnsAndRows }> {
  const rows = await db.all<Record<"table_name" | "login" | "command" | "operation" | "from_time", string>>(
    `SELECT b.table_name, coalesce(u.login, '') AS login, coalesce(o.command, '') AS command,
       coalesce(o.name, '') AS operation, b.from_time
     FROM {DBNICK}_oper_block b
     LEFT JOIN {DBNICK}_user u ON u.id = b.user_id
     LEFT JOIN {DBNICK}_oper o ON o.id = b.oper_id
     ORDER BY b.from_time, b.table_name`,
  );
  return {
    locks: {
      columns: ["table", "user", "command", "operation", "since"],
      rows: rows.map((row) => [
        bareTableName(row.table_name, db.nick),
        row.login,
        row.command,
        row.operation,
        row.from_time,
      ]),
    },
  };
}

/** Whose locks are lifted, and which: all of them without `tables` (bare or real names). */
export interface UnlockRequest {
  readonly personId: number;
  readonly tables?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Lifts the person's own locks that no running operation holds: the process that took them is gone. Answers what was
 * lifted, with a note where there was nothing. Another person's lock is never touched.
 */
export async function unlockOwn(
  connectSteps: ConnectSteps,
  nick: string,
  { personId, tables, signal }: UnlockRequest,
): Promise<{ released: ColumnsAndRows; note?: string }> {
  const wanted = tables === undefined ? undefined : new Set(tables.map((table) => bareTableName(table, nick)));
  const connection = await connectSteps("write");
  const released: string[][] = [];
  try {
    const db = stepDatabase(connection, nick, { timeoutMs: 50_000, signal });
    const locks = await db.all<LockRow>(
      "SELECT table_name, from_time, call_id, holder FROM {DBNICK}_oper_block WHERE user_id = ? ORDER BY table_name",
      [personId],
    );
    for (const lock of locks) {
      const table = bareTableName(lock.table_name, nick);
      if ((wanted !== undefined && !wanted.has(table)) || !(await isStuck(db, lock))) continue;
      const lifted = await db.run(
        `DELETE FROM {DBNICK}_oper_block
         WHERE user_id = ? AND table_name = ? AND from_time = ? AND call_id = ? AND holder = ?`,
        [personId, lock.table_name, lock.from_time, lock.call_id, lock.holder],
      );
      if (lifted.affected > 0) released.push([table, lock.from_time]);
    }
  } finally {
    await connection.close();
  }
  const answer = { released: { columns: ["table", "since"], rows: released } };
  return released.length === 0 ? { ...answer, note: stepRefusals.nothingStuck } : answer;
}

/**
 * A server knows whether the connection of a lock stands; else the process that took it is asked. Times are the store's
 * wall clock, a day from UTC at most, which two days leave room for.
 */
async function isStuck(db: Database, lock: LockRow): Promise<boolean> {
  const connected = await isConnected(db, { holder: lock.holder, callId: lock.call_id });
  if (connected !== undefined) return !connected;
  const state = holderState(lock.holder);
  if (state !== "unknown") return state === "gone";
  const limit = new Date(Date.now() - UNKNOWN_HOLDER_HOURS * 3_600_000).toISOString();
  return lock.from_time < limit.slice(0, 19).replace("T", " ");
}
