import type { Database, RunResult, SqlValue } from "./database.ts";
import { quotedName } from "./quoted-name.ts";

/** What rows are inserted through; `transaction` is all or nothing, in whatever is open already. */
export type InsertDoor = Pick<Database, "run" | "transaction">;

type Row = readonly SqlValue[];

/** SQLite takes 32,766 values a statement, MariaDB and MySQL 65,535. */
const MAX_VALUES = 32_766;
const MAX_ROWS = 500;
/** A server takes statements of 16 MB by default, and a text stands in them as twice its bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Inserts rows of these columns into a table named as it is, in as few statements as the database takes; all of them or
 * none. `insertId` is the first row's.
 */
export async function insertValues(
  db: InsertDoor,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<RunResult> {
  const none: readonly SqlValue[] = [];
  const insert = (part: readonly Row[]) => db.run(insertStatement(table, columns, part.length), none.concat(...part));
  const [first = [], ...more] = divideRows(rows, columns.length);
  if (more.length === 0) return insert(first);
  return db.transaction(async () => {
    const { affected, insertId } = await insert(first);
    let all = affected;
    for (const part of more) all += (await insert(part)).affected;
    return { affected: all, insertId };
  });
}

/** The rows in pieces that one statement takes. */
function divideRows(rows: readonly Row[], columns: number): Row[][] {
  const maxRows = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, columns))));
  const parts: Row[][] = [];
  let last: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const rowBytes = row.reduce((sum: number, value) => sum + sizeOf(value), 0);
    if (parts.length === 0 || last.length === maxRows || bytes + rowBytes > MAX_BYTES) {
      last = [];
      parts.push(last);
      bytes = 0;
    }
    last.push(row);
    bytes += rowBytes;
  }
  return parts;
}

/** At most: neither half of a character takes more than three bytes. */
function sizeOf(value: SqlValue): number {
  if (typeof value === "string") return value.length * 3;
  return value instanceof Uint8Array ? value.length : 0;
}

function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const places = `(${columns.map(() => "?").join(", ")})`;
  const names = columns.map(quotedName).join(", ");
  return `INSERT INTO ${quotedName(table)} (${names}) VALUES ${Array<string>(rows).fill(places).join(", ")}`;
}
