import { setTimeout as pause } from "node:timers/promises";
import type { ConnectSteps, Database, StepConnection } from "../sql/database.ts";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { stepDatabase, writeThrough } from "../sql/step-database.ts";
import { tablesInWork, unlockTables } from "../store/lock-tables.ts";
import { markChanged } from "./mark-changed.ts";
import type { WritingPool } from "./writing-pool.ts";

/** What the end of a pool has done; tables by their bare names. */
export interface SettledPool {
  readonly changed: readonly string[];
  /** What the pool had in work still. */
  readonly unlocked: readonly string[];
  /** A transaction that a step had begun was open, and is rolled back. */
  readonly leftTransaction: boolean;
}

const STATEMENT_MS = 50_000;
/** How long the end of a pool is tried: another process may write for as long as a module's time. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 200;

/**
 * Ends a pool on its own connection, or on another where that one broke: rolls back what is open, marks the changed tables,
 * each once, and gives back what the pool had in work. It does not stop for a call that was cancelled.
 */
export async function settlePool(
  pool: WritingPool,
  { connectSteps, log }: { readonly connectSteps: ConnectSteps; readonly log: (line: string) => void },
): Promise<SettledPool> {
  const { connection, nick, held, toMark, marked, owner } = pool;
  const limits = { timeoutMs: STATEMENT_MS, signal: new AbortController().signal };
  const db = stepDatabase(connection, nick, limits);
  let unlocked: readonly string[] = [];
  const settle = (door: Database) =>
    door.transaction(async () => {
      for (const table of toMark) await markChanged(table, { db: door, now: pool.now });
      if (held.size === 0) return;
      unlocked = await tablesInWork(door, owner.callId);
      await unlockTables(door, owner.callId);
    });
  /** Asked over the connection that would have taken it. */
  const tookNothing = async () => toMark.size === 0 && (await tablesInWork(db, owner.callId)).length === 0;
  const nothing = toMark.size === 0 && held.size === 0;
  let leftTransaction = false;
  let settled = nothing;
  try {
    leftTransaction = await rollBack(connection, db);
    if (!nothing) settled = (await succeeds(() => settle(db))) || (await succeeds(tookNothing));
  } finally {
    await connection.close();
  }
  const deadline = performance.now() + PATIENCE_MS;
  while (!settled && performance.now() < deadline) {
    settled = await succeeds(() => writeThrough(connectSteps, nick, settle));
    if (!settled) await pause(PAUSE_MS);
  }
  if (!settled) log(`the end of a pool was not written: ${[...held].join(", ")} stay in work (${owner.callId})`);
  return {
    changed: [...new Set([...marked, ...(settled ? toMark : [])])],
    unlocked: settled ? unlocked : [],
    leftTransaction,
  };
}

async function rollBack(connection: StepConnection, db: Database): Promise<boolean> {
  if (!connection.inTransaction) return false;
  await succeeds(() => db.run("ROLLBACK"));
  return true;
}

/** Whether the database let it be done; work may say itself that it was not. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false;
  } catch (error) {
    if (error instanceof RefusedStatement) return false;
    throw error;
  }
}
