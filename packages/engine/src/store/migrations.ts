import type { Dialect } from "../sql/database.ts";
import { columnDdl, quoteName } from "./column-ddl.ts";
import { readColumns } from "./table-notation.ts";

/** A change of the schema that every older store still needs. What it says never changes once it has been shipped. */
export interface Migration {
  readonly version: number;
  readonly statements: (dialect: Dialect) => readonly string[];
}

/** In order, without a gap; version 1 is the first schema. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 2, statements: (dialect) => addColumns("oper_block", "call_id char(36), holder char(100)", dialect) },
];

/** The schema that this Prilavok works with. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 1;

function addColumns(table: string, columns: string, dialect: Dialect): string[] {
  const real = quoteName(`{DBNICK}_${table}`, dialect);
  return readColumns(columns).map((column) => `ALTER TABLE ${real} ADD COLUMN ${columnDdl(column, dialect)}`);
}
