import type { Database } from "../sql/database.ts";
import type { LockOwner } from "../store/lock-tables.ts";
import type { OpenPool } from "./open-pool.ts";

/** What the steps of a pool that writes share besides. Tables go by their bare names. */
export interface WritingPool extends OpenPool {
  /** The pool's connection as Core's own door; a refused statement throws `RefusedStatement`. */
  readonly db: Database;
  readonly owner: LockOwner;
  /** The time on the store's clock. */
  readonly now: () => string;
  /** What the pool has in work. */
  readonly held: Set<string>;
  /** What the end of the pool marks as changed. */
  readonly toMark: Set<string>;
  /** What is marked already. */
  readonly marked: Set<string>;
}

/** How long a step waits for a table that another call has in work. */
export const LOCK_WAIT_MS = 1000;
