import type { SqlValue } from "./database.ts";

/** What a pool's process is asked: `open` gives it a fresh connection and has no answer, a statement has one. */
export type SqliteRequest =
  | { readonly do: "open"; readonly mode: "read" | "write" }
  | { readonly do: "rows"; readonly sql: string; readonly values: readonly SqlValue[]; readonly maxRows: number }
  | { readonly do: "run"; readonly sql: string; readonly values: readonly SqlValue[] };

/** The control line that ends the answer to a statement; rows stand before it. */
export type SqliteAnswer = SqliteEnd & {
  /** The statement has left a transaction open, or the one before it is. */
  readonly inTransaction: boolean;
};

export type SqliteEnd =
  | { readonly end: "done"; readonly rows: number; readonly sameNames: readonly string[] }
  | { readonly end: "ran"; readonly affected: number; readonly insertId: string }
  | { readonly end: "tooMany" | "writes" | "memory" | "valueTooLarge" }
  | { readonly end: "error"; readonly text: string };
