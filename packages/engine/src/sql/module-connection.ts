import type { Row, Written } from "@prilavok/sdk";
import type { Dialect, SqlValue } from "./database.ts";

/**
 * The one connection of an isolate. Statements stand as the database takes them, values beside them; a refused one
 * throws with the database's own text.
 */
export interface ModuleConnection {
  readonly dialect: Dialect;
  readonly nick: string;
  /** Connects before it is needed, where no connection stands. */
  ready(): Promise<void>;
  rows(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** The rows in turn; a database that works in the isolate itself hands them over without a turn of the loop. */
  stream(sql: string, values?: readonly SqlValue[]): RowStream;
  run(sql: string, values?: readonly SqlValue[]): Promise<Written>;
  /** Opens a transaction that may write. */
  begin(): Promise<void>;
  readonly inTransaction: boolean;
  /** The next id of the generator of a table (bare name); undefined where it has none. Two calls never get the same. */
  nextId(table: string): Promise<number | undefined>;
  /** Counts a table (bare name) as changed at this time of the store's clock. */
  mark(table: string, time: string): Promise<void>;
  /** The real names of all tables. */
  tableNames(): Promise<ReadonlySet<string>>;
  /** Statements and their milliseconds since the last reset. */
  readonly spent: { readonly queries: number; readonly ms: number };
  /** Resolves when every statement that was called has been answered. */
  settled(): Promise<void>;
  /** Rolls back what is open and forgets what the session kept, so that the next call starts on a clean one. */
  reset(): Promise<void>;
}

export type RowStream = AsyncIterable<Row> & Partial<Iterable<Row>>;
