import { lengthAt, type MysqlColumn } from "./mysql-columns.ts";

/** How a server's answer to a statement begins: it was done, it was refused, or there are rows of these columns. */
export type MysqlAnswer =
  | MysqlDone
  | MysqlRefused
  | { readonly kind: "rows"; readonly columns: readonly MysqlColumn[] };

/** The server's own code and words. */
export interface MysqlRefused {
  readonly kind: "refused";
  readonly code: number;
  readonly text: string;
}

/** The end of a statement, or of its rows. */
export interface MysqlDone {
  readonly kind: "done";
  readonly affected: number;
  /** Decimal digits; "0" where the server issued no id. */
  readonly insertId: string;
  readonly inTransaction: boolean;
  /** The answer to the same statement goes on: a procedure's next result. */
  readonly more: boolean;
}

const OK = 0x00;
const END = 0xfe;
const REFUSED = 0xff;
const SHORTEST_ROW_OF_END = 9;
const IN_TRANSACTION = 0x0001;
const MORE_RESULTS = 0x0008;

/** Reads the packet as the end of a statement or of its rows; undefined where it is a row or the number of columns. */
export function readEnd(bytes: Buffer, start: number, end: number): MysqlDone | MysqlRefused | undefined {
  const first = bytes[start];
  if (first === REFUSED) return readRefused(bytes, start, end);
  if (first === END && end - start < SHORTEST_ROW_OF_END) return done(0, "0", bytes.readUInt16LE(start + 3));
  return undefined;
}

/** Reads the packet that an answer begins with; a number of columns where rows follow. */
export function readBeginning(
  bytes: Buffer,
  start: number,
  end: number,
): MysqlDone | MysqlRefused | { readonly kind: "columns"; readonly count: number } {
  if (bytes[start] !== OK)
    return readEnd(bytes, start, end) ?? { kind: "columns", count: lengthAt(bytes, start).value };
  const affected = lengthAt(bytes, start + 1);
  const first = bytes[affected.end] as number;
  const insertId = first === 0xfe ? bytes.readBigUInt64LE(affected.end + 1) : lengthAt(bytes, affected.end).value;
  const status = bytes.readUInt16LE(lengthAt(bytes, affected.end).end);
  return done(affected.value, insertId.toString(), status);
}

function done(affected: number, insertId: string, status: number): MysqlDone {
  return {
    kind: "done",
    affected,
    insertId,
    inTransaction: (status & IN_TRANSACTION) !== 0,
    more: (status & MORE_RESULTS) !== 0,
  };
}

/** A refusal: its code, perhaps `#` and the SQL state, the server's own words. */
function readRefused(bytes: Buffer, start: number, end: number): MysqlRefused {
  const textStart = bytes[start + 3] === 0x23 ? start + 9 : start + 3;
  return { kind: "refused", code: bytes.readUInt16LE(start + 1), text: bytes.toString("utf8", textStart, end) };
}
