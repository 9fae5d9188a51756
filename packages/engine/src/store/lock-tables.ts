import type { Database } from "../sql/database.ts";
import { type HeldLock, readHeldLocks, untilFree } from "./held-locks.ts";
import { tieToConnection } from "./lock-tie.ts";

/** What locks are read and taken through: statements with `{DBNICK}` and transactions that may write. */
export type LockDoor = Pick<Database, "dialect" | "all" | "run" | "transaction">;

/** Whose locks: a row of `oper_block` carries all of it. */
export interface LockOwner {
  readonly callId: string;
  readonly personId: number;
  /** The process that answers for the call, `<host>:<pid>:<start>`. */
  readonly holder: string;
  /** The key of the right that the call stands on. */
  readonly right: string;
}

/** How long to wait for tables that others have in work, and whose own locks do not stand in the way. */
export interface LockWait {
  readonly waitMs: number;
  readonly callId?: string;
}

/**
 * Runs `work` in one transaction in which no other call has or takes the tables (bare names) into work, as soon as that is
 * so. After `waitMs` it answers the locks that stood in the way.
 */
export async function whileFree<Result>(
  db: LockDoor,
  tables: readonly string[],
  { callId, waitMs }: LockWait,
  work: (own: readonly HeldLock[]) => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly held: readonly HeldLock[] }> {
  let end: { readonly done: Result } | undefined;
  const held = await untilFree(waitMs, () =>
    db.transaction(async () => {
      end = undefined;
      await holdLockTable(db);
      const locks = await readHeldLocks((sql, values) => db.all(sql, values), tables);
      const others = locks.filter((lock) => lock.callId !== callId);
      if (others.length === 0) end = { done: await work(locks) };
      return others;
    }),
  );
  return end ?? { held };
}

/** Takes the tables (bare names) into work, all or none; answers the locks that stand in the way after a wait, if any do. */
export async function lockTables(
  db: LockDoor,
  tables: readonly string[],
  { callId, personId, holder, right }: LockOwner,
  { waitMs, now }: { readonly waitMs: number; readonly now: () => string },
): Promise<readonly HeldLock[]> {
  const taken = await whileFree(db, tables, { callId, waitMs }, async (own) => {
    const had = new Set(own.map((lock) => lock.table));
    const tied = holder + (await tieToConnection(db, callId));
    for (const table of tables) {
      if (had.has(table)) continue;
      await db.run(
        `INSERT INTO {DBNICK}_oper_block (table_name, oper_id, user_id, from_time, successful, call_id, holder)
         VALUES (?, (SELECT MIN(id) FROM {DBNICK}_oper WHERE command = ?), ?, ?, 1, ?, ?)`,
        [table, right, personId, now(), callId, tied],
      );
    }
  });
  return "held" in taken ? taken.held : [];
}

/** Gives back what a call took, or only these tables of it. */
export async function unlockTables(
  db: Pick<Database, "run">,
  callId: string,
  tables?: readonly string[],
): Promise<void> {
  const named = tables === undefined ? "" : ` AND table_name IN (${tables.map(() => "?").join(", ")})`;
  await db.run(`DELETE FROM {DBNICK}_oper_block WHERE call_id = ?${named}`, [callId, ...(tables ?? [])]);
}

/** The tables that a call has in work. */
export async function tablesInWork(db: Pick<Database, "all">, callId: string): Promise<string[]> {
  const sql = "SELECT table_name FROM {DBNICK}_oper_block WHERE call_id = ? ORDER BY table_name";
  return (await db.all<{ table_name: string }>(sql, [callId])).map((lock) => lock.table_name);
}

/**
 * SQLite lets one transaction write at a time; on a server a row stands for all locks together. It is written, not only
 * held: the servers of a cluster tell each other what was written, and let one of two such transactions through.
 */
async function holdLockTable(db: LockDoor): Promise<void> {
  if (db.dialect === "sqlite") return;
  await db.run(
    "INSERT INTO {DBNICK}_store_meta (name, value) VALUES ('locks', '1') ON DUPLICATE KEY UPDATE value = value + 1",
  );
}
