import { moduleRefusals } from "@prilavok/protocol";
import type { Refusal } from "@prilavok/sdk";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { type HeldLock, readHeldLocks, untilFree } from "../../store/held-locks.ts";
import { wallClock } from "./wall-clock.ts";

/** Whose locks: a row of `oper_block` carries all three. */
export interface LockOwner {
  readonly callId: string;
  readonly personId: number;
  /** The process that works for the call, `<host>:<pid>:<start>`. */
  readonly holder: string;
}

const WAIT_MS = 1000;

/** Takes the tables (bare names) into work for the call, all or none, or answers who holds them after a moment's wait. */
export async function takeLocks(
  connection: ModuleConnection,
  tables: readonly string[],
  owner: LockOwner,
): Promise<Refusal | undefined> {
  const held = await untilFree(WAIT_MS, () => takeFreeLocks(connection, tables, owner));
  return held.length === 0 ? undefined : { result: false, message: busyText(held) };
}

/** One attempt: the locks of others that stand in its way. */
async function takeFreeLocks(
  connection: ModuleConnection,
  tables: readonly string[],
  { callId, personId, holder }: LockOwner,
): Promise<readonly HeldLock[]> {
  const { nick } = connection;
  await connection.begin();
  try {
    const rows: Parameters<typeof readHeldLocks>[0] = (sql, values) =>
      connection.rows(sql.replaceAll("{DBNICK}", nick), values);
    const held = await readHeldLocks(rows, tables);
    const others = held.filter((lock) => lock.callId !== callId);
    if (others.length > 0) return others;
    const own = new Set(held.map((lock) => lock.table));
    for (const table of tables) {
      if (own.has(table)) continue;
      await connection.run(
        `INSERT INTO ${nick}_oper_block (table_name, oper_id, user_id, from_time, successful, call_id, holder)
         VALUES (?, (SELECT min(id) FROM ${nick}_oper WHERE command = 'AGENT_TOOL_RUN'), ?, ?, 1, ?, ?)`,
        [table, personId, wallClock(new Date()), callId, holder],
      );
    }
    await connection.run("COMMIT");
    return [];
  } finally {
    if (connection.inTransaction) await connection.run("ROLLBACK");
  }
}

function busyText(locks: readonly HeldLock[]): string {
  const held = locks.map(({ table, login, since }) => moduleRefusals.heldBy(table, login, since));
  return moduleRefusals.tablesBusy(
    locks.map(({ table }) => table),
    held,
  );
}

/** Gives back everything the call took. */
export async function releaseLocks(connection: ModuleConnection, callId: string): Promise<void> {
  await connection.run(`DELETE FROM ${connection.nick}_oper_block WHERE call_id = ?`, [callId]);
}
