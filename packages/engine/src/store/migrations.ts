import type { Dialect } from "../sql/database.ts";
import { columnDdl, quoteName } from "./column-ddl.ts";
import { createTable } from "./create-table.ts";
import { readColumns, readTable } from "./table-notation.ts";

/** A change of the schema that every older store still needs. What it says never changes once it has been shipped. */
export interface Migration {
  readonly version: number;
  readonly statements: (dialect: Dialect) => readonly string[];
}

const PEOPLE_TABLES = [
  readTable("user_password", "user_id int u, hash char(255), changed datetime", "primary user_id"),
  readTable(
    "device_token",
    `id int u auto, user_id int u null, token_hash char(64), computer char(255), created datetime,
      last_used datetime null, revoked datetime null`,
    "primary id; unique token_hash; user_id",
  ),
  readTable("password_guess", "subject char(80), failures int u, until_ms bigint u", "primary subject; until_ms"),
];

/** In order, without a gap; version 1 is the first schema. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 2, statements: (dialect) => addColumns("oper_block", "call_id char(36), holder char(100)", dialect) },
  { version: 3, statements: (dialect) => PEOPLE_TABLES.flatMap((table) => createTable(table, dialect)) },
];

/** The schema that this Prilavok works with. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 1;

function addColumns(table: string, columns: string, dialect: Dialect): string[] {
  const real = quoteName(`{DBNICK}_${table}`, dialect);
  return readColumns(columns).map((column) => `ALTER TABLE ${real} ADD COLUMN ${columnDdl(column, dialect)}`);
}
