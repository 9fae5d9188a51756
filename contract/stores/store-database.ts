import type { SqliteSnapshot } from "@prilavok/faults";

/** What a database says: by table its DDL and its rows as sorted lines. `compareSqlite` compares those of any engine. */
export type DatabaseSnapshot = SqliteSnapshot;

/** The database of a store under test, beside every door: what no caller could do or see. */
export interface StoreDatabase {
  /** A text of the given cases of the read gate, which are written for a database named `g` on a server. */
  named(sql: string): string;
  /** Runs statements in turn. */
  exec(...statements: readonly string[]): Promise<void>;
  /** All tables but the activity log; writers may go on meanwhile. */
  snapshot(): Promise<DatabaseSnapshot>;
  /** Ends what the test itself has open, and takes away what does not stand in the store's folder. */
  close(): Promise<void>;
}
