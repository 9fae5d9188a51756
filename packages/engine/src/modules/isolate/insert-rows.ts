import { moduleRefusals } from "@prilavok/protocol";
import type { Bindable, Written } from "@prilavok/sdk";
import type { SqlValue } from "../../sql/database.ts";
import { type InsertDoor, insertValues } from "../../sql/insert-values.ts";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { allOrNone } from "./all-or-none.ts";
import { oneValue } from "./one-value.ts";

type InsertedRow = Readonly<Record<string, Bindable>>;

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
  const door: InsertDoor = {
    run: (sql, bound) => connection.run(sql, bound),
    transaction: (work) => allOrNone(connection, work),
  };
  return await insertValues(door, table, columns, values);
}

function rowValues(row: InsertedRow, columns: readonly string[], num: number): SqlValue[] {
  if (typeof row !== "object" || row === null) throw new Error(moduleRefusals.otherColumns(num));
  const names = Object.keys(row);
  const same =
    names.length === columns.length && names.every((name, at) => name === columns[at] || columns.includes(name));
  if (!same) throw new Error(moduleRefusals.otherColumns(num));
  return columns.map((column) => oneValue(column, row[column]));
}
