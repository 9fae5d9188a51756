/** The two doors to a store's database. Only `sql/<engine>*.ts` knows a driver. */

import type { LexRules } from "./lex-rules.ts";

export type Dialect = "sqlite" | "mariadb" | "mysql";

/** A value bound to a statement. Booleans are bound as 1 and 0. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What a writing statement did. `insertId` is a decimal string, "0" where no row was inserted. */
export interface RunResult {
  readonly affected: number;
  readonly insertId: string;
}

/**
 * Core's own statements: short, known, with `?` for values and `{DBNICK}` for the store's nick. Rows come as
 * objects of the driver's plain values (numbers, strings, null). Inside the MCP server it only reads.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly nick: string;
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  run(sql: string, values?: readonly SqlValue[]): Promise<RunResult>;
  /** All or nothing; on SQLite an immediate transaction. `work` runs again where a server has undone it for another writer's sake. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How far one statement of a step may go. */
export interface StepLimits {
  /** Reading stops at the row after this one and the stream ends with `tooMany`. */
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How a statement of a step ended; foreseen failures are values. */
export type StepEnd =
  | { readonly kind: "done"; readonly rows: number; readonly sameNames: readonly string[] }
  | { readonly kind: "tooMany" }
  | { readonly kind: "error"; readonly text: string };

/** Rows of a step: JSON lines in pieces that may end in the middle of one; the generator's return value says how it ended. */
export type StepRows = AsyncGenerator<Uint8Array, StepEnd, void>;

/**
 * The one connection a pool of steps lives on: temporary tables and last ids live from step to step.
 * `mode` "read" is guarded by the engine too (read-only transaction, connection or file).
 */
export interface StepConnection {
  readonly dialect: Dialect;
  /** How the connection reads the text of a statement: the gate and the binder go by it. */
  readonly rules: LexRules;
  /** A statement has begun a transaction that is still open. */
  readonly inTransaction: boolean;
  /** The last statement was undone with the whole of its transaction for another writer's sake. */
  readonly isUndone: boolean;
  rows(sql: string, values: readonly SqlValue[], limits: StepLimits): StepRows;
  run(sql: string, values: readonly SqlValue[], limits: StepLimits): Promise<RunResult | { readonly error: string }>;
  /** Gives the connection back or ends it; nothing of this pool's session reaches the next one. */
  close(): Promise<void>;
}

/**
 * A question whose one value a connection may read in the same round trip as its first statement: it is seen before any
 * row of that. What `seen` throws ends the statement and is thrown on.
 */
export interface StepProbe {
  readonly sql: string;
  seen(value: string | null): void;
}

export type ConnectSteps = (mode: "read" | "write", probe?: StepProbe) => Promise<StepConnection>;
