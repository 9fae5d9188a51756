/** A value for `:NAME`. A list expands for `IN (:IDS)`; a Date is bound as the store's wall clock. */
export type Bindable = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
export type Params = Readonly<Record<string, Bindable | readonly Bindable[]>>;

/** A row: every value that is not NULL is the text the database prints (`"1"`, `"44.2"`, `"0xAB"` for binary). */
export type Row = Record<string, string | null>;

/** What a writing statement did; `insertId` is the digits of the new row's id, "0" where none was inserted. */
export interface Written {
  readonly affected: number;
  readonly insertId: string;
}

/**
 * The store's database, all calls on one connection. `{DBNICK}` in a statement becomes the store's nick and
 * `:NAME` a bound parameter. A statement the database refuses throws an Error with the database's own text.
 */
export interface Db {
  rows(sql: string, params?: Params): Promise<Row[]>;
  /** Rows one by one, for answers of any size: `tables: { goods: db.stream("SELECT …") }`. */
  stream(sql: string, params?: Params): AsyncIterable<Row>;
  run(sql: string, params?: Params): Promise<Written>;
  /** Inserts the rows, all with the columns of the first; `table` bare (`store`) or real (`ms_store`). All rows or none. */
  insert(table: string, rows: readonly Readonly<Record<string, Bindable>>[]): Promise<Written>;
  /** The next id of the table's generator. */
  generate(table: string): Promise<number>;
  /**
   * All or nothing: rolled back when `work` throws, or when the command ends without awaiting it. Inside it
   * every call on `db` takes part. A transaction inside a transaction is refused.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
}
