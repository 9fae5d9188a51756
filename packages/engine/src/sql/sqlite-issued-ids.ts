import type Sqlite from "better-sqlite3";

/** An INSERT or REPLACE: its table, and its columns where it names them. */
const INSERTS =
  /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*(?:with\b.*?\b)?(?:insert|replace)\b.*?\binto\s+(?:(?:main|temp)\s*\.\s*)?["`[]?([\p{L}\p{N}_$]+)["`\]]?\s*(?:\(([^)]*)\))?/isu;

/**
 * Which ids an SQLite connection has issued. SQLite itself tells the number of the last new row, whether that is an id or
 * not, and keeps it after statements that insert nothing.
 */
export class SqliteIssuedIds {
  readonly #connection: Sqlite.Database;
  readonly #columns = new Map<string, string | undefined>();

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  /** The id issued to the first new row of a statement, as digits; "0" where the table's ids come from elsewhere. */
  of(sql: string, { changes, lastInsertRowid }: Sqlite.RunResult): string {
    const [, table, columns = ""] = (changes === 0 ? null : INSERTS.exec(sql)) ?? [];
    const idColumn = table === undefined ? undefined : this.#issuedColumn(table);
    if (idColumn === undefined) return "0";
    const last = BigInt(lastInsertRowid);
    const given =
      columns
        .toLowerCase()
        .match(/[\p{L}\p{N}_$]+/gu)
        ?.includes(idColumn) === true;
    return String(given ? last : last - BigInt(changes) + 1n);
  }

  /** After a statement that may have changed a table's columns. */
  forget(): void {
    this.#columns.clear();
  }

  /** The column that is the row's number (`INTEGER PRIMARY KEY`), in lower case. */
  #issuedColumn(table: string): string | undefined {
    if (!this.#columns.has(table)) {
      const names = this.#connection
        .prepare<string, string>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 AND upper(type) = 'INTEGER'")
        .pluck()
        .all(table);
      this.#columns.set(table, names.length === 1 ? names[0]?.toLowerCase() : undefined);
    }
    return this.#columns.get(table);
  }
}
