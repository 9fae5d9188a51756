export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** Rows by the bare name of their table; all rows of a table have the same columns. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/** What the demo shop needs of a store's database: `?` for values, `{DBNICK}` for the store's nick. */
export interface ShopDatabase {
  all<Found>(sql: string, values?: readonly Value[]): Promise<Found[]>;
  run(sql: string, values?: readonly Value[]): Promise<unknown>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
}
