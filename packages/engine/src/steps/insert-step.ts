import { stepRefusals } from "@prilavok/protocol";
import { bindOne } from "../sql/bind-value.ts";
import type { SqlValue } from "../sql/database.ts";
import { insertValues } from "../sql/insert-values.ts";
import { nextId } from "../store/next-id.ts";
import { fromJsonText, isObject } from "./field-values.ts";
import { findTable, type StepTable } from "./find-table.ts";
import { hasGenerator } from "./generate-step.ts";
import { written } from "./modify-step.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { resolveReferences, type StepLoans } from "./resolve-references.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableName } from "./table-fields.ts";
import type { WritingPool } from "./writing-pool.ts";

type Failed = { readonly error: string };

/** Rows of one form: a value a column each. */
interface ReadRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

const MAX_VALUES = 65_535;

/** `insert`: rows into a table, all of them with the columns of the first, all or none. */
export const insertStep: StepKind<WritingPool> = {
  fields: ["table", "rows"],
  read: (fields) => {
    const table = readTableName(fields);
    if (typeof table !== "string") return table;
    const rows = fromJsonText(fields.get("rows"));
    return { refersTo: valuesIn(rows), carryOut: (pool) => insert(table, rows, pool) };
  },
};

async function insert(name: string, given: unknown, pool: WritingPool): Promise<StepOutcome> {
  const resolved = resolveRows(given, pool.loans);
  if ("error" in resolved) return resolved;
  const read = readRows(resolved.rows);
  if ("error" in read) return read;
  const table = await findTable(name, pool);
  if ("error" in table) return table;
  const closed = await refuseClosed(table.real, pool);
  if (closed !== undefined) return closed;
  const hasIds = read.columns.some((column) => column.toLowerCase() === "id");
  if (hasIds || !(await hasGenerator(table.bare, pool)))
    return written(await insertValues(pool.db, table.real, read.columns, read.rows));
  return await insertWithNewIds(table, read, pool);
}

/** Rows without ids get the next ones of their table's generator, together with it. */
function insertWithNewIds(table: StepTable, { columns, rows }: ReadRows, { db }: WritingPool): Promise<StepOutcome> {
  return db.transaction(async () => {
    const first = await nextId(db, table.bare, rows.length);
    const withIds = rows.map((row, at) => [first + at, ...row]);
    const { affected } = await insertValues(db, table.real, ["id", ...columns], withIds);
    return written({ affected, insertId: String(first) });
  });
}

/** All that may be a reference: the rows as a whole, one of them, a value of one. */
function valuesIn(rows: unknown): unknown[] {
  return [rows].flat().flatMap((row) => (isObject(row) ? Object.values(row) : [row]));
}

/** The rows with their references replaced; what a reference has brought is data as it stands. */
function resolveRows(given: unknown, loans: StepLoans): { readonly rows: readonly unknown[] } | Failed {
  const listed = resolveReferences(given, loans);
  if ("refusal" in listed) return { error: listed.refusal };
  if (!Array.isArray(listed.value)) return { error: stepRefusals.rowsNotList };
  const list: readonly unknown[] = listed.value;
  const named: readonly unknown[] = Array.isArray(given) ? given : [];
  const rows: unknown[] = [];
  for (const [at, row] of list.entries()) {
    const own = named[at];
    const resolved = isObject(own) ? resolveRow(own, loans) : { row };
    if ("error" in resolved) return resolved;
    rows.push(resolved.row);
  }
  return { rows };
}

function resolveRow(row: Readonly<Record<string, unknown>>, loans: StepLoans): { readonly row: object } | Failed {
  const values: [string, unknown][] = [];
  for (const [column, given] of Object.entries(row)) {
    const resolved = resolveReferences(given, loans);
    if ("refusal" in resolved) return { error: resolved.refusal };
    values.push([column, resolved.value]);
  }
  return { row: Object.fromEntries(values) };
}

function readRows(given: readonly unknown[]): ReadRows | Failed {
  if (given.length === 0) return { error: stepRefusals.nothingToInsert };
  const [first] = given;
  if (!isObject(first) || Object.keys(first).length === 0) return { error: stepRefusals.rowsNotList };
  const columns = Object.keys(first);
  const count = columns.length * given.length;
  if (count > MAX_VALUES) return { error: stepRefusals.tooManyValues(count, MAX_VALUES) };
  const rows: SqlValue[][] = [];
  for (const [at, row] of given.entries()) {
    if (!isObject(row)) return { error: stepRefusals.rowsNotList };
    const read = readRow(row, columns, at + 1);
    if ("error" in read) return read;
    rows.push(read.values);
  }
  return { columns, rows };
}

function readRow(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  num: number,
): { readonly values: SqlValue[] } | Failed {
  const same = Object.keys(row).length === columns.length && columns.every((column) => Object.hasOwn(row, column));
  if (!same) return { error: stepRefusals.otherColumns(num) };
  const values: SqlValue[] = [];
  for (const column of columns) {
    const one = bindOne(row[column]);
    if ("problem" in one) return { error: stepRefusals[one.problem](num, column) };
    values.push(one.bound);
  }
  return { values };
}
