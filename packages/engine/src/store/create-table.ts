import type { Dialect } from "../sql/database.ts";
import { columnDdl, quoteName } from "./column-ddl.ts";
import type { Table, TableKey } from "./table-notation.ts";

/** What a server says of each of these tables: whose they are. */
export const TABLE_COMMENT = "Prilavok";

/** The statements that make a table with its keys; names carry `{DBNICK}`. */
export function createTable(table: Table, dialect: Dialect): string[] {
  return dialect === "sqlite" ? sqliteTable(table) : serverTable(table, dialect);
}

/** SQLite names indexes for the whole database, so an index carries its table's name. */
function sqliteTable(table: Table): string[] {
  const real = `{DBNICK}_${table.name}`;
  const lines = table.columns.map((column) => columnDdl(column, "sqlite"));
  const primary = table.keys.find((key) => key.kind === "primary");
  if (primary && !table.columns.some((column) => column.auto)) {
    lines.push(
      `PRIMARY KEY (${keyNames(primary)
        .map((name) => `"${name}"`)
        .join(", ")})`,
    );
  }
  const indexes = table.keys
    .filter((key) => key.kind !== "primary")
    .map((key) => {
      const names = keyNames(key);
      const unique = key.kind === "unique" ? "UNIQUE " : "";
      const columns = names.map((name) => `"${name}"`).join(", ");
      return `CREATE ${unique}INDEX "${real}_${names.join("_")}" ON "${real}" (${columns})`;
    });
  return [`CREATE TABLE "${real}" (\n  ${lines.join(",\n  ")}\n)`, ...indexes];
}

function serverTable(table: Table, dialect: Dialect): string[] {
  const lines = table.columns.map((column) => columnDdl(column, dialect));
  for (const key of table.keys) {
    const columns = key.columns
      .map(({ name, length }) => `${quoteName(name, dialect)}${length === undefined ? "" : `(${length})`}`)
      .join(", ");
    const name = quoteName(keyNames(key).join("_"), dialect);
    lines.push(
      {
        primary: `PRIMARY KEY (${columns})`,
        unique: `UNIQUE KEY ${name} (${columns})`,
        plain: `KEY ${name} (${columns})`,
      }[key.kind],
    );
  }
  const real = quoteName(`{DBNICK}_${table.name}`, dialect);
  return [
    `CREATE TABLE ${real} (\n  ${lines.join(",\n  ")}\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='${TABLE_COMMENT}'`,
  ];
}

function keyNames(key: TableKey): string[] {
  return key.columns.map((column) => column.name);
}
