import { controlLine } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";
import type { SqliteAnswer, SqliteRequest } from "./sqlite-messages.ts";
import { ROW_BUFFER_BYTES, RowLines } from "./sqlite-row-lines.ts";
import { sqliteRunResult } from "./sqlite-run-result.ts";
import { bindable, type SqliteValue } from "./sqlite-values.ts";

type Request<Kind extends SqliteRequest["do"]> = Extract<SqliteRequest, { do: Kind }>;

const BUSY_MS = 10_000;

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
   * reading one keeps nothing but what a PRAGMA sets, and that is set while the statement is being prepared.
   */
  #open(mode: "read" | "write"): Sqlite.Database {
    if (this.#connection !== undefined && mode === this.#mode && !this.#touched) return this.#connection;
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

  #prepare(sql: string): Sqlite.Statement<unknown[], SqliteValue[]> {
    const connection = this.#connection ?? this.#open(this.#mode);
    this.#touched ||= /pragma/i.test(sql);
    return connection.prepare(sql);
  }

  #rows({ sql, values, maxRows }: Request<"rows">): void {
    const statement = this.#prepare(sql);
    if (this.#mode === "read" && !(statement.readonly && statement.reader)) return this.#end({ end: "writes" });
    const bound = values.map(bindable);
    if (!statement.reader) {
      statement.run(...bound);
      return this.#end({ end: "done", rows: 0, sameNames: [] });
    }
    const names = statement.columns().map((column) => column.name);
    const lines = new RowLines(names, this.#buffer, this.#write);
    let rows = 0;
    for (const row of statement
      .raw()
      .safeIntegers()
      .iterate(...bound)) {
      if (rows === maxRows) return this.#end({ end: "tooMany" });
      if (!lines.add(row)) return this.#end({ end: "valueTooLarge" });
      rows += 1;
    }
    const end: SqliteAnswer = { end: "done", rows, sameNames: lines.sameNames };
    lines.finish(controlLine(end));
  }

  #run({ sql, values }: Request<"run">): void {
    const done = this.#prepare(sql).run(...values.map(bindable));
    this.#end({ end: "ran", ...sqliteRunResult(sql, done) });
  }

  #end(answer: SqliteAnswer): void {
    this.#write(controlLine(answer));
  }
}

/** A foreseen failure is the database's own text, the driver's where it looks first. Anything else ends the process. */
function failed(error: unknown): SqliteAnswer {
  if (error instanceof Sqlite.SqliteError) {
    if (error.code.startsWith("SQLITE_NOMEM")) return { end: "memory" };
    if (error.code === "SQLITE_TOOBIG") return { end: "valueTooLarge" };
    return { end: "error", text: error.message };
  }
  if (error instanceof RangeError || error instanceof TypeError) return { end: "error", text: error.message };
  throw error;
}
