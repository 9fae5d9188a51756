import { statSync } from "node:fs";
import type { Row, Written } from "@prilavok/sdk";
import Sqlite from "better-sqlite3";
import { changeMarkSql } from "./change-mark.ts";
import type { SqlValue } from "./database.ts";
import type { ModuleConnection, RowStream } from "./module-connection.ts";
import { SqliteIssuedIds } from "./sqlite-issued-ids.ts";
import { bindable, type SqliteValue, sqliteText } from "./sqlite-values.ts";

type Statement = Sqlite.Statement<unknown[], SqliteValue[]>;

const BUSY_MS = 30_000;
const KEPT_STATEMENTS = 100;
/** Statements that leave nothing behind on a connection but their rows. */
const LEAVES_NOTHING =
  /^\s*(select|insert|update|delete|replace|values|with|explain|savepoint|release|rollback|commit|begin)\b/i;

/**
 * An isolate's connection to an SQLite file, opened by its first statement. It waits up to 30 s for another
 * process's write, inside the isolate; what is answered is on disk (`synchronous` FULL).
 */
export class SqliteModuleConnection implements ModuleConnection {
  readonly dialect = "sqlite";
  #file: string;
  #connection: Sqlite.Database | undefined;
  /** Statements without rows, for loops that write; one with rows is prepared anew, its columns may have changed. */
  #writing = new Map<string, Statement>();
  #issuedIds: SqliteIssuedIds | undefined;
  #open = new Set<IterableIterator<SqliteValue[]>>();
  #leavesTraces = false;
  /** The file the connection is to, and whether this call has looked at it. */
  #inode = 0;
  #inUse = false;
  #queries = 0;
  #ms = 0;

  constructor(
    file: string,
    readonly nick: string,
  ) {
    this.#file = file;
  }

  get spent(): { readonly queries: number; readonly ms: number } {
    return { queries: this.#queries, ms: this.#ms };
  }

  get inTransaction(): boolean {
    return this.#connection?.inTransaction ?? false;
  }

  /** Opens the file before it is needed; a call finds the file that stands there now, should another have been put in its place. */
  open(): Sqlite.Database {
    if (this.#inUse && this.#connection !== undefined) return this.#connection;
    const { ino } = statSync(this.#file);
    if (ino !== this.#inode) this.close();
    this.#inode = ino;
    this.#inUse = true;
    this.#connection ??= connect(this.#file);
    return this.#connection;
  }

  async ready(): Promise<void> {
    if (this.#connection !== undefined) return;
    this.open();
    await this.reset();
  }

  async rows(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#timed(() => {
      const statement = this.#prepare(sql);
      if (!statement.reader) {
        statement.run(...values.map(bindable));
        return [];
      }
      const makeRow = rowMaker(statement);
      return statement.all(...values.map(bindable)).map(makeRow);
    });
  }

  stream(sql: string, values: readonly SqlValue[] = []): RowStream {
    const connection = this;
    return {
      [Symbol.iterator]: () => connection.#iterate(sql, values),
      async *[Symbol.asyncIterator]() {
        yield* connection.#iterate(sql, values);
      },
    };
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<Written> {
    return this.#timed(() => {
      const statement = this.#writing.get(sql) ?? this.#prepare(sql);
      const done = statement.run(...values.map(bindable));
      this.#issuedIds ??= new SqliteIssuedIds(this.open());
      return { affected: done.changes, insertId: this.#issuedIds.of(sql, done) };
    });
  }

  async begin(): Promise<void> {
    await this.run("BEGIN IMMEDIATE");
  }

  async nextId(table: string): Promise<number | undefined> {
    const [row] = await this.rows(
      `UPDATE ${this.nick}_generator SET gen_value = gen_value + 1 WHERE table_name = ? RETURNING gen_value`,
      [table],
    );
    return row === undefined ? undefined : Number(row.gen_value);
  }

  async mark(table: string, time: string): Promise<void> {
    await this.run(changeMarkSql(this.dialect).replaceAll("{DBNICK}", this.nick), [table, time]);
  }

  async tableNames(): Promise<ReadonlySet<string>> {
    const names = this.open().prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").pluck().all();
    return new Set(names as string[]);
  }

  /** Statements are done when they return. */
  async settled(): Promise<void> {}

  async reset(): Promise<void> {
    for (const rows of this.#open) rows.return?.();
    this.#open.clear();
    this.#writing.clear();
    this.#issuedIds?.forget();
    this.#queries = 0;
    this.#ms = 0;
    this.#inUse = false;
    if (this.#connection?.inTransaction) this.#connection.exec("ROLLBACK");
    this.#connection?.unsafeMode(false);
    if (this.#leavesTraces) this.close();
  }

  close(): void {
    this.#leavesTraces = false;
    this.#connection?.close();
    this.#connection = undefined;
    this.#issuedIds = undefined;
  }

  #prepare(sql: string): Statement {
    const statement = this.open().prepare<unknown[], SqliteValue[]>(sql).safeIntegers();
    if (!LEAVES_NOTHING.test(sql)) {
      this.#leavesTraces = true;
      this.#writing.clear();
      this.#issuedIds?.forget();
    }
    if (statement.reader) return statement.raw();
    if (this.#writing.size === KEPT_STATEMENTS) this.#writing.clear();
    this.#writing.set(sql, statement);
    return statement;
  }

  *#iterate(sql: string, values: readonly SqlValue[]): Generator<Row, void, void> {
    // SQLite lets a connection write while it reads; the driver asks to be told that this is meant.
    this.open().unsafeMode(true);
    const [rows, makeRow] = this.#timed(() => {
      const statement = this.#prepare(sql);
      return [statement.iterate(...values.map(bindable)), rowMaker(statement)] as const;
    });
    this.#open.add(rows);
    try {
      for (;;) {
        const startedAt = performance.now();
        const next = rows.next();
        this.#ms += performance.now() - startedAt;
        if (next.done === true) return;
        yield makeRow(next.value);
      }
    } finally {
      this.#open.delete(rows);
      rows.return?.();
    }
  }

  #timed<Result>(query: () => Result): Result {
    const startedAt = performance.now();
    this.#queries += 1;
    try {
      return query();
    } finally {
      this.#ms += performance.now() - startedAt;
    }
  }
}

function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file, { fileMustExist: true, timeout: BUSY_MS });
  connection.pragma("synchronous = FULL");
  return connection;
}

function rowMaker(statement: Statement): (values: SqliteValue[]) => Row {
  const names = statement.columns().map((column) => column.name);
  const odd = names.includes("__proto__");
  return (values) => {
    const row: Row = odd ? (Object.create(null) as Row) : {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = sqliteText(values[at] as SqliteValue);
    return row;
  };
}
