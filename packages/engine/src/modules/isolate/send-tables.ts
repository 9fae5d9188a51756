import { moduleRefusals } from "@prilavok/protocol";
import type { AnswerWriter } from "./answer-writer.ts";
import { jsonValue, NotJsonError } from "./json-value.ts";

/** A place in an answer is told to so many levels. */
const SHOWN_LEVELS = 10;
const TABLE_NAME = /^[A-Za-z0-9_]{1,64}$/;

/** An answer that does not hold what an answer may hold; the message is for the caller. */
export class WrongAnswerError extends Error {}

/**
 * Sends the tables of an answer, each as a section `tables.<name>`, reading every list of rows once and in order.
 * Answers `{name: {rows}}`. A table that breaks half-way is dropped, and the error goes on.
 */
export async function sendTables(tables: unknown, writer: AnswerWriter): Promise<Record<string, { rows: number }>> {
  const counts: Record<string, { rows: number }> = {};
  for (const [name, rows] of namedTables(tables)) {
    writer.open(`tables.${name}`);
    try {
      await sendRows(name, rows, writer);
    } catch (error) {
      writer.drop();
      throw error;
    }
    counts[name] = { rows: writer.close() };
  }
  return counts;
}

type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/** All tables are looked at before the first row is sent. */
function namedTables(tables: unknown): [name: string, rows: Rows][] {
  if (tables === undefined || tables === null) return [];
  if (typeof tables !== "object" || Array.isArray(tables)) throw new WrongAnswerError(moduleRefusals.tablesNotObject);
  return Object.entries(tables).map(([name, rows]: [string, unknown]) => {
    if (!TABLE_NAME.test(name)) throw new WrongAnswerError(moduleRefusals.tableName(name));
    if (!isRows(rows)) throw new WrongAnswerError(moduleRefusals.tableNotRows(name));
    return [name, rows];
  });
}

function isRows(rows: unknown): rows is Rows {
  return typeof rows === "object" && rows !== null && (Symbol.iterator in rows || Symbol.asyncIterator in rows);
}

async function sendRows(name: string, rows: Rows, writer: AnswerWriter): Promise<void> {
  let num = 0;
  const send = (row: unknown): void => {
    num += 1;
    writer.row(rowValue(name, num, row));
  };
  // Rows that are at hand go out without a turn of the event loop for each.
  if (Symbol.iterator in rows) for (const row of rows) send(row);
  else for await (const row of rows) send(row);
}

function rowValue(name: string, num: number, row: unknown): unknown {
  const value = asJson(row, `tables.${name} row ${num}`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new WrongAnswerError(moduleRefusals.rowNotObject(name, num));
  }
  return value;
}

/** The value as JSON can write it, or an error that names the place. */
export function asJson(value: unknown, place: string): unknown {
  try {
    return jsonValue(value);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    const path = error.path.length > SHOWN_LEVELS ? [...error.path.slice(0, SHOWN_LEVELS), "…"] : error.path;
    throw new WrongAnswerError(
      moduleRefusals.notJson([place, ...path].filter((part) => part !== "").join("."), error.message),
    );
  }
}
