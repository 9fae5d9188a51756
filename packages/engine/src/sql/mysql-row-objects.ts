import { isUtf8 } from "node:buffer";
import type { MysqlColumn } from "./mysql-columns.ts";
import { bitDigits, RowPlaces } from "./mysql-row.ts";

/** A row as a module gets it; of equal names the later value. */
export type MysqlRow = Record<string, string | null>;

/** Makes objects of the rows of an answer: the same values that `MysqlRowLines` writes. */
export function rowMaker(columns: readonly MysqlColumn[]): (bytes: Buffer, start: number) => MysqlRow {
  const places = new RowPlaces(columns.length);
  const odd = columns.some(({ name }) => name === "__proto__");
  return (bytes, start) => {
    places.read(bytes, start);
    const row: MysqlRow = odd ? (Object.create(null) as MysqlRow) : {};
    for (let at = 0; at < columns.length; at++) {
      const { name, kind } = columns[at] as MysqlColumn;
      const from = places.starts[at] as number;
      row[name] = from === -1 ? null : valueText(bytes, from, places.ends[at] as number, kind);
    }
    return row;
  };
}

function valueText(bytes: Buffer, from: number, to: number, kind: MysqlColumn["kind"]): string {
  if (kind === "bit") return bitDigits(bytes, from, to);
  if (kind === "text") {
    const text = bytes.toString("utf8", from, to);
    // Only a text that has lost bytes holds the replacement character, or one that holds it by itself.
    if (!text.includes("\uFFFD") || isUtf8(bytes.subarray(from, to))) return text;
  }
  return `0x${bytes.toString("hex", from, to).toUpperCase()}`;
}
