import { moduleRefusals } from "@prilavok/protocol";
import type { Bindable, Written } from "@prilavok/sdk";
import type { SqlValue } from "../../sql/database.ts";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { oneValue } from "./one-value.ts";

type InsertedRow = Readonly<Record<string, Bindable>>;

/** SQLite takes 32,766 values a statement, MariaDB and MySQL 65,535. */
const MAX_VALUES = 32_766;
const MAX_ROWS = 500;

/**
 * Inserts the rows into a table named as it is, in as few statements as the database takes; all of them or none.
 * `insertId` is the first row's. Throws in words when the rows are not of one form.
 */
export async function insertRows(
  connection: ModuleConnection,
  table: string,
  rows: readonly InsertedRow[],
): Promise<Written> {
  const [first] = rows;
  if (first === undefined) throw new Error(moduleRefusals.nothingToInsert);
  const columns = Object.keys(first);
  const values = rows.map((row, at) => rowValues(row, columns, at + 1));

  const chunkRows = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, columns.length))));
  const chunks = Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, at) =>
    values.slice(at * chunkRows, (at + 1) * chunkRows),
  );
  const statement = (count: number) => insertStatement(connection, table, columns, count);
  const insertChunk = (chunk: SqlValue[][]) => connection.run(statement(chunk.length), chunk.flat());
  if (chunks.length === 1) return await insertChunk(values);

  await connection.run("SAVEPOINT rows_of_insert");
  try {
    let affected = 0;
    let insertId: string | undefined;
    for (const chunk of chunks) {
      const written = await insertChunk(chunk);
      affected += written.affected;
      insertId ??= written.insertId;
    }
    await connection.run("RELEASE rows_of_insert");
    return { affected, insertId: insertId ?? "0" };
  } catch (error) {
    if (connection.inTransaction) {
      await connection.run("ROLLBACK TO rows_of_insert");
      await connection.run("RELEASE rows_of_insert");
    }
    throw error;
  }
}

function rowValues(row: InsertedRow, columns: readonly string[], num: number): SqlValue[] {
  if (typeof row !== "object" || row === null) throw new Error(moduleRefusals.otherColumns(num));
  const same = Object.keys(row).length === columns.length && columns.every((column) => Object.hasOwn(row, column));
  if (!same) throw new Error(moduleRefusals.otherColumns(num));
  return columns.map((column) => oneValue(column, row[column]));
}

function insertStatement(
  { dialect }: ModuleConnection,
  table: string,
  columns: readonly string[],
  rows: number,
): string {
  const mark = dialect === "sqlite" ? '"' : "`";
  const quote = (name: string) => mark + name.replaceAll(mark, mark + mark) + mark;
  const places = `(${columns.map(() => "?").join(", ")})`;
  return `INSERT INTO ${quote(table)} (${columns.map(quote).join(", ")}) VALUES ${Array(rows).fill(places).join(", ")}`;
}
