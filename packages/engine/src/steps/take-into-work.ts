import type { HeldLock } from "../store/held-locks.ts";
import { lockTables, unlockTables } from "../store/lock-tables.ts";
import { LOCK_WAIT_MS, type WritingPool } from "./writing-pool.ts";

/**
 * Takes the tables (bare names) into work for the pool, all or none; answers the locks that stand in the way. Should the
 * statement be cut off, the end of the pool gives them back.
 */
export async function takeIntoWork(
  tables: readonly string[],
  { db, owner, now, held }: WritingPool,
): Promise<readonly HeldLock[]> {
  const taken = tables.filter((table) => !held.has(table));
  for (const table of taken) held.add(table);
  const others = await lockTables(db, tables, owner, { waitMs: LOCK_WAIT_MS, now });
  if (others.length > 0) for (const table of taken) held.delete(table);
  return others;
}

/** Gives the tables back that the pool has in work. */
export async function giveBack(tables: readonly string[], { db, owner, held }: WritingPool): Promise<void> {
  if (tables.length === 0) return;
  await unlockTables(db, owner.callId, tables);
  for (const table of tables) held.delete(table);
}
