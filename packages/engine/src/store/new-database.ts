import type { Database } from "../sql/database.ts";
import type { Refusal } from "./create-store.ts";

/** What goes into the database of a new store, and when the store appears. */
export interface NewDatabase {
  readonly nick: string;
  /** The rows that belong to the schema, in its transaction. */
  seed(db: Database): Promise<void>;
  /** Whatever else a new store holds; what it refuses, the whole init refuses. */
  fill(db: Database): Promise<Refusal | undefined>;
  /** Puts the store's folder in its place; from then on it holds a store. */
  place(dialect: Database["dialect"]): Promise<void>;
}
