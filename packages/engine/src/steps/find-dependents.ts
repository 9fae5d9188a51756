import { quotedName } from "../sql/quoted-name.ts";
import { readRows } from "../sql/read-rows.ts";
import { bareTableName, realTableName } from "../store/table-names.ts";
import type { OpenPool } from "./open-pool.ts";

/** A field of a dependent table that holds a value of the main table's field `target`. */
export interface Tie {
  /** Real names. */
  readonly main: string;
  readonly table: string;
  readonly key: string;
  /** What the map says, or the column of a foreign key: may the field stand empty? */
  readonly nullable: boolean;
  /** The column takes NULL; else 0 is what stands for an empty field. */
  readonly takesNull: boolean;
  readonly target: string;
  /** The main table has no `id`: the ids of a step are values of `target`. */
  readonly idIsTarget: boolean;
}

/** The tables that point at `main`, or the names there are where it is no table. */
export type Dependents = { readonly ties: readonly Tie[] } | { readonly tables: ReadonlySet<string> };

/** One line a column, with the single-column foreign key it carries, if any. */
interface ColumnRow extends Readonly<Record<string, string | null>> {
  readonly table: string;
  readonly column: string;
  readonly strict: string;
  readonly main: string | null;
  readonly target: string | null;
}

const SQLITE_COLUMNS = `
  SELECT t.name AS "table", c.name AS "column", c."notnull" AS strict, f."table" AS main, f."to" AS target
  FROM sqlite_schema t
  JOIN pragma_table_xinfo(t.name) c
  LEFT JOIN pragma_foreign_key_list(t.name) f ON f."from" = c.name AND f.seq = 0
    AND NOT EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) more WHERE more.id = f.id AND more.seq > 0)
  WHERE t.type = 'table'
  ORDER BY t.name, c.cid`;

/** The keys are grouped before they are joined: a server reads every table of the database for each look at them. */
const SERVER_COLUMNS = `
  SELECT c.TABLE_NAME AS \`table\`, c.COLUMN_NAME AS \`column\`, IF(c.IS_NULLABLE = 'NO', 1, 0) AS strict, f.main, f.target
  FROM information_schema.COLUMNS c
  LEFT JOIN (
    SELECT TABLE_NAME AS own, MIN(COLUMN_NAME) AS own_column, MIN(REFERENCED_TABLE_NAME) AS main,
      MIN(REFERENCED_COLUMN_NAME) AS target
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE()
    GROUP BY TABLE_NAME, CONSTRAINT_NAME HAVING COUNT(*) = 1
  ) f ON f.own = c.TABLE_NAME AND f.own_column = c.COLUMN_NAME
  WHERE c.TABLE_SCHEMA = DATABASE()
    AND c.TABLE_NAME NOT IN (SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE())
  ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`;
/** No integer column holds a longer one. */
const LONGEST_ID = "-9223372036854775808";

/**
 * Who points at a table (bare or real): the relation map as far as this database has its tables and fields, then the
 * database's own foreign keys.
 */
export async function findDependents(
  table: string,
  { connection, nick, relations, limits }: OpenPool,
): Promise<Dependents | { error: string }> {
  const columns = connection.dialect === "sqlite" ? SQLITE_COLUMNS : SERVER_COLUMNS;
  const read = await readRows<ColumnRow>(connection, columns, [], limits);
  if ("error" in read) return read;
  const tables = new Set(read.rows.map((row) => row.table));
  const main = realTableName(table, tables, nick);
  if (main === undefined) return { tables };

  const columnOf = new Map(read.rows.map((row) => [`${row.table}.${row.column}`, row]));
  const written = relations
    .filter((relation) => realTableName(relation.main, tables, nick) === main)
    .flatMap(({ table, key, nullable }) => {
      const column = columnOf.get(`${realTableName(table, tables, nick)}.${key}`);
      if (column === undefined) return [];
      const takesNull = column.strict === "0";
      return [{ main, table: column.table, key, nullable, takesNull, target: "id", idIsTarget: true }];
    });
  const known = new Set(written.map((tie) => `${tie.table}.${tie.key}`));
  const declared = read.rows
    .filter((row) => row.main?.toLowerCase() === main.toLowerCase() && !known.has(`${row.table}.${row.column}`))
    .map((row) => ({
      main,
      table: row.table,
      key: row.column,
      nullable: row.strict === "0",
      takesNull: row.strict === "0",
      target: row.target ?? "id",
      idIsTarget: row.target === null || row.target === "id" || !columnOf.has(`${main}.id`),
    }));
  return { ties: [...written, ...declared] };
}

/** How many rows of each dependent table point at the ids, by bare name; a row tied twice counts once. */
export async function countDependents(
  ties: readonly Tie[],
  ids: readonly string[],
  { connection, nick, limits }: OpenPool,
): Promise<{ count: Record<string, number> } | { error: string }> {
  if (ties.length === 0) return { count: {} };
  const tables = [...new Set(ties.map((tie) => tie.table))];
  const named = connection.dialect === "sqlite" ? sqliteIds(ids) : serverIds(ids);
  const counts = tables.map((table) => {
    const tied = ties.filter((tie) => tie.table === table).map((tie) => pointsAt(tie, named.list));
    return `SELECT ? AS \`table\`, COUNT(*) AS \`rows\` FROM ${quotedName(table)} WHERE ${tied.join(" OR ")}`;
  });
  const sql = named.start + counts.join(" UNION ALL ");
  const values = [...named.values, ...tables.map((table) => bareTableName(table, nick))];
  const read = await readRows<{ table: string; rows: string }>(connection, sql, values, limits);
  if ("error" in read) return read;
  const found = read.rows.filter((row) => row.rows !== "0");
  return { count: Object.fromEntries(found.map((row) => [row.table, Number(row.rows)])) };
}

/** Ids as a statement holds them: what it starts with, and what stands in the brackets of `IN`. */
interface NamedIds {
  readonly start: string;
  readonly values: readonly string[];
  readonly list: string;
}

function sqliteIds(ids: readonly string[]): NamedIds {
  const start = "WITH ids(id) AS (SELECT value FROM json_each(?)) ";
  return { start, values: [`[${ids.join(",")}]`], list: "SELECT id FROM ids" };
}

/** A server looks a list up in the column's index; several lists of a subquery it would compare row by row. */
function serverIds(ids: readonly string[]): NamedIds {
  const possible = ids.filter((id) => id.length <= LONGEST_ID.length);
  return { start: "", values: [], list: possible.length === 0 ? "NULL" : possible.join(", ") };
}

function pointsAt({ main, key, target, idIsTarget }: Tie, ids: string): string {
  if (idIsTarget) return `${quotedName(key)} IN (${ids})`;
  return `${quotedName(key)} IN (SELECT m.${quotedName(target)} FROM ${quotedName(main)} AS m WHERE m.id IN (${ids}))`;
}
