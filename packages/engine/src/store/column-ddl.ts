import type { Dialect } from "../sql/database.ts";
import type { Column, ColumnType } from "./table-notation.ts";

/** A name as the dialect quotes it. Names of the schema hold no quote of their own. */
export function quoteName(name: string, dialect: Dialect): string {
  return dialect === "sqlite" ? `"${name}"` : `\`${name}\``;
}

/**
 * A column's type in MariaDB's spelling, `int(10) unsigned`; MySQL leaves the display width of integers out. SQLite
 * keeps a declared type as text and takes the affinity from it: integers INTEGER, texts TEXT, decimals NUMERIC.
 */
function typeSpelling(type: ColumnType, dialect: Dialect): string {
  switch (type.kind) {
    case "char":
      return `varchar(${type.length})`;
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "text":
    case "datetime":
      return type.kind;
    default: {
      const width = dialect === "mysql" ? "" : `(${DISPLAY_WIDTHS[type.kind][type.unsigned ? 0 : 1]})`;
      return `${type.kind}${width}${type.unsigned ? " unsigned" : ""}`;
    }
  }
}

const DISPLAY_WIDTHS = { tinyint: [3, 4], int: [10, 11], bigint: [20, 20] } as const;

/** A column as `CREATE TABLE` and `ADD COLUMN` take it: without NULL every column has a default. */
export function columnDdl(column: Column, dialect: Dialect): string {
  const name = quoteName(column.name, dialect);
  const type = typeSpelling(column.type, dialect);
  if (dialect !== "sqlite") {
    return `${name} ${type} ${column.auto ? "NOT NULL AUTO_INCREMENT" : restriction(column)}`;
  }
  // Only a column declared INTEGER takes the row's number; a type of several words stands in quotes.
  return column.auto ? `${name} INTEGER PRIMARY KEY AUTOINCREMENT` : `${name} "${type}" ${restriction(column)}`;
}

function restriction(column: Column): string {
  return column.nullable ? "NULL DEFAULT NULL" : `NOT NULL DEFAULT ${defaultOf(column.type)}`;
}

function defaultOf(type: ColumnType): string {
  switch (type.kind) {
    case "char":
      return "''";
    case "text":
      return "('')";
    case "datetime":
      return "'2000-01-01 00:00:00'";
    default:
      return "0";
  }
}
