import { setTimeout as pause } from "node:timers/promises";
import { moduleRefusals } from "@prilavok/protocol";
import type { Refusal } from "@prilavok/sdk";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { wallClock } from "./wall-clock.ts";

/** Whose locks: a row of `oper_block` carries all three. */
export interface LockOwner {
  readonly callId: string;
  readonly personId: number;
  /** The process that works for the call, `<host>:<pid>:<start>`. */
  readonly holder: string;
}

const WAIT_MS = 1000;
const PAUSE_MS = 50;

/** Takes the tables (bare names) into work for the call, all or none, or answers who holds them after a moment's wait. */
export async function takeLocks(
  connection: ModuleConnection,
  tables: readonly string[],
  owner: LockOwner,
): Promise<Refusal | undefined> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const busy = await takeFreeLocks(connection, tables, owner);
    if (busy === undefined) return undefined;
    if (performance.now() >= deadline) return { result: false, message: busy };
    await pause(PAUSE_MS);
  }
}

async function takeFreeLocks(
  connection: ModuleConnection,
  tables: readonly string[],
  { callId, personId, holder }: LockOwner,
): Promise<string | undefined> {
  const { nick } = connection;
  await connection.begin();
  try {
    const held = await connection.rows(
      `SELECT b.table_name, b.call_id, b.from_time, coalesce(u.login, '') AS login
       FROM ${nick}_oper_block b LEFT JOIN ${nick}_user u ON u.id = b.user_id
       WHERE b.table_name IN (${tables.map(() => "?").join(", ")})`,
      tables,
    );
    const others = held.filter((lock) => lock.call_id !== callId);
    if (others.length > 0) {
      await connection.run("ROLLBACK");
      return busyText(others);
    }
    const own = new Set(held.map((lock) => lock.table_name));
    for (const table of tables) {
      if (own.has(table)) continue;
      await connection.run(
        `INSERT INTO ${nick}_oper_block (table_name, oper_id, user_id, from_time, successful, call_id, holder)
         VALUES (?, (SELECT min(id) FROM ${nick}_oper WHERE command = 'AGENT_TOOL_RUN'), ?, ?, 1, ?, ?)`,
        [table, personId, wallClock(new Date()), callId, holder],
      );
    }
    await connection.run("COMMIT");
    return undefined;
  } catch (error) {
    if (connection.inTransaction) await connection.run("ROLLBACK");
    throw error;
  }
}

function busyText(locks: readonly Readonly<Record<string, string | null>>[]): string {
  const tables = locks.map((lock) => lock.table_name ?? "");
  const held = locks.map((lock) =>
    moduleRefusals.heldBy(lock.table_name ?? "", lock.login ?? "", lock.from_time ?? ""),
  );
  return moduleRefusals.tablesBusy(tables, held);
}

/** Gives back everything the call took. */
export async function releaseLocks(connection: ModuleConnection, callId: string): Promise<void> {
  await connection.run(`DELETE FROM ${connection.nick}_oper_block WHERE call_id = ?`, [callId]);
}
