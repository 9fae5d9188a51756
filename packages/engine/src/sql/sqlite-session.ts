import { controlLine } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";
import type { SqlValue } from "./database.ts";
import { SqliteIssuedIds } from "./sqlite-issued-ids.ts";
import type { SqliteAnswer, SqliteEnd, SqliteRequest } from "./sqlite-messages.ts";
import { ROW_BUFFER_BYTES, RowLines } from "./sqlite-row-lines.ts";
import { bindable, type SqliteValue } from "./sqlite-values.ts";

type Statement = Sqlite.Statement<unknown[], SqliteValue[]>;
type Request<Kind extends SqliteRequest["do"]> = Extract<SqliteRequest, { do: Kind }>;

const BUSY_MS = 10_000;
const KEPT_STATEMENTS = 100;

/**
 * The connection of one pool at a time, inside a pool's process: requests in, row frames out. A running step cannot be
 * interrupted from within, so nothing here is asynchronous: who wants it to stop kills the process.
 */
export class SqliteSession {
  readonly #file: string;
  readonly #write: (bytes: Uint8Array) => void;
  readonly #buffer = Buffer.allocUnsafeSlow(ROW_BUFFER_BYTES);
  #mode: "read" | "write" = "read";
  #connection: Sqlite.Database | undefined;
  /** Statements of a reading connection that are ready to run again. */
  readonly #kept = new Map<string, Statement>();
  /** Whether the connection may have kept something of its pool. */
  #touched = true;

  /** `write` must be done with the bytes when it returns. */
  constructor(file: string, write: (bytes: Uint8Array) => void) {
    this.#file = file;
    this.#write = write;
  }

  handle(request: SqliteRequest): void {
    try {
      if (request.do === "open") this.#open(request.mode);
      else if (request.do === "rows") this.#rows(request);
      else this.#run(request);
    } catch (error) {
      // A file that cannot be opened is told by the first statement, which tries again.
      if (request.do !== "open") this.#end(failed(error));
    }
  }

  /**
   * A connection without a trace of the pool before: temporary tables, pragmas, attached files, transactions. A
   * reading one keeps nothing but what a PRAGMA sets, even while it is only being prepared: after one it is made anew.
   */
  #open(mode: "read" | "write"): Sqlite.Database {
    if (this.#connection !== undefined && mode === this.#mode && !this.#touched) return this.#connection;
    this.#kept.clear();
    this.#connection?.close();
    this.#connection = undefined;
    this.#mode = mode;
    const connection = new Sqlite(this.#file, { readonly: mode === "read", fileMustExist: true, timeout: BUSY_MS });
    connection.pragma(mode === "read" ? "query_only = ON" : "synchronous = FULL");
    // SQLite reads the schema with a connection's first statement: here it is nobody's waiting time.
    connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    this.#connection = connection;
    this.#touched = mode === "write";
    return connection;
  }

  #prepare(sql: string): Statement {
    const reads = this.#mode === "read";
    const connection = (reads && this.#touched ? undefined : this.#connection) ?? this.#open(this.#mode);
    const kept = this.#kept.get(sql);
    if (kept !== undefined) return kept;
    const leavesNothing = reads && !/pragma/i.test(sql);
    this.#touched ||= !leavesNothing;
    const statement = connection.prepare<unknown[], SqliteValue[]>(sql).safeIntegers();
    if (leavesNothing) this.#keep(sql, statement);
    return statement;
  }

  #keep(sql: string, statement: Statement): void {
    if (this.#kept.size === KEPT_STATEMENTS) this.#kept.clear();
    this.#kept.set(sql, statement);
  }

  #rows({ sql, values, maxRows }: Request<"rows">): void {
    const statement = this.#prepare(sql);
    const bound = values.map(bindable);
    if (this.#mode === "read" && !(statement.readonly && statement.reader)) {
      this.#end({ end: "writes" });
    } else if (statement.reader) {
      this.#read(statement.raw(), bound, maxRows);
    } else {
      statement.run(...bound);
      this.#end({ end: "done", rows: 0, sameNames: [] });
    }
  }

  #read(statement: Statement, bound: readonly SqlValue[], maxRows: number): void {
    let lines: RowLines | undefined;
    let rows = 0;
    let stopped: "tooMany" | "valueTooLarge" | undefined;
    for (const row of statement.iterate(...bound)) {
      // Only the first step notices that another process has changed the table's columns.
      lines ??= this.#linesOf(statement);
      if (rows === maxRows) stopped = "tooMany";
      else if (!lines.add(row)) stopped = "valueTooLarge";
      if (stopped !== undefined) break;
      rows += 1;
    }
    if (stopped === undefined) {
      lines ??= this.#linesOf(statement);
      lines.finish(this.#control({ end: "done", rows, sameNames: lines.sameNames }));
    } else {
      this.#end({ end: stopped });
    }
  }

  #linesOf(statement: Statement): RowLines {
    const names = statement.columns().map((column) => column.name);
    return new RowLines(names, this.#buffer, this.#write);
  }

  #run({ sql, values }: Request<"run">): void {
    const statement = this.#prepare(sql);
    const bound = values.map(bindable);
    const done = statement.reader ? this.#runThrough(statement.raw(), bound) : statement.run(...bound);
    const issued = this.#connection === undefined ? "0" : new SqliteIssuedIds(this.#connection).of(sql, done);
    this.#end({ end: "ran", affected: done.changes, insertId: issued });
  }

  /** The driver runs a statement with rows, such as one that ends in RETURNING, only for its rows: they are let go. */
  #runThrough(statement: Statement, bound: readonly SqlValue[]): Sqlite.RunResult {
    for (const _ of statement.iterate(...bound));
    const done = this.#connection
      ?.prepare<[], Sqlite.RunResult>("SELECT changes() AS changes, last_insert_rowid() AS lastInsertRowid")
      .get();
    return statement.readonly || done === undefined ? { changes: 0, lastInsertRowid: 0 } : done;
  }

  #end(end: SqliteEnd): void {
    this.#write(this.#control(end));
  }

  #control(end: SqliteEnd): Uint8Array {
    const answer: SqliteAnswer = { ...end, inTransaction: this.#connection?.inTransaction ?? false };
    return controlLine(answer);
  }
}

/** A foreseen failure is the database's own text, the driver's where it looks first. Anything else ends the process. */
function failed(error: unknown): SqliteEnd {
  if (error instanceof Sqlite.SqliteError) {
    if (error.code.startsWith("SQLITE_NOMEM")) return { end: "memory" };
    if (error.code === "SQLITE_TOOBIG") return { end: "valueTooLarge" };
    return { end: "error", text: error.message };
  }
  if (error instanceof RangeError || error instanceof TypeError) return { end: "error", text: error.message };
  throw error;
}
