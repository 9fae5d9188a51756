import { moduleRefusals } from "@prilavok/protocol";
import type { Bindable, Written } from "@prilavok/sdk";
import type { SqlValue } from "../../sql/database.ts";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { allOrNone } from "./all-or-none.ts";
import { oneValue } from "./one-value.ts";

type InsertedRow = Readonly<Record<string, Bindable>>;

/** SQLite takes 32,766 values a statement, MariaDB and MySQL 65,535. */
const MAX_VALUES = 32_766;
const MAX_ROWS = 500;
/** A server takes statements of 16 MB by default, and a text stands in them as twice its bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

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

  const chunks = divideRows(values, columns.length);
  const statement = (count: number) => insertStatement(connection, table, columns, count);
  const insertChunk = (chunk: SqlValue[][]) => connection.run(statement(chunk.length), chunk.flat());
  if (chunks.length === 1) return await insertChunk(values);

  return await allOrNone(connection, async () => {
    let affected = 0;
    let insertId: string | undefined;
    for (const chunk of chunks) {
      const written = await insertChunk(chunk);
      affected += written.affected;
      insertId ??= written.insertId;
    }
    return { affected, insertId: insertId ?? "0" };
  });
}

/** The rows in pieces that one statement takes. */
function divideRows(rows: readonly SqlValue[][], columns: number): SqlValue[][][] {
  const maxRows = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, columns))));
  const chunks: SqlValue[][][] = [];
  let last: SqlValue[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const rowBytes = row.reduce((sum: number, value) => sum + sizeOf(value), 0);
    if (chunks.length === 0 || last.length === maxRows || bytes + rowBytes > MAX_BYTES) {
      last = [];
      chunks.push(last);
      bytes = 0;
    }
    last.push(row);
    bytes += rowBytes;
  }
  return chunks;
}

function sizeOf(value: SqlValue): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.length : 0;
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
