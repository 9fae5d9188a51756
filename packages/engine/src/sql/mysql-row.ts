import { lengthAt } from "./mysql-columns.ts";

const NULL = 0xfb;

/**
 * Where the values of the row at hand stand in its packet: the value of column `n` is `starts[n]` to `ends[n]`, NULL
 * starts at -1. One of these serves all rows of an answer.
 */
export class RowPlaces {
  readonly starts: Int32Array;
  readonly ends: Int32Array;

  constructor(columns: number) {
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
  }

  /** Reads a row of the text protocol that starts at `start`; answers where it ends. */
  read(bytes: Buffer, start: number): number {
    const { starts, ends } = this;
    let at = start;
    for (let column = 0; column < starts.length; column++) {
      const first = bytes[at] as number;
      if (first < NULL) {
        starts[column] = at + 1;
        at += 1 + first;
      } else if (first === NULL) {
        starts[column] = -1;
        at += 1;
      } else {
        const length = lengthAt(bytes, at);
        starts[column] = length.end;
        at = length.end + length.value;
      }
      ends[column] = at;
    }
    return at;
  }
}

/** A BIT value, sent as its bytes, as the digits of its number. */
export function bitDigits(bytes: Buffer, start: number, end: number): string {
  let number = 0n;
  for (let at = start; at < end; at++) number = (number << 8n) | BigInt(bytes[at] as number);
  return number.toString();
}

/**
 * How many bytes the UTF-8 character at `at` takes (RFC 3629), 0 where it is none. Its first byte is 0x80 or more.
 */
export function characterBytes(bytes: Buffer, at: number, end: number): number {
  const lead = bytes[at] as number;
  const count = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (count === 0 || at + count > end) return 0;
  const second = bytes[at + 1] as number;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let rest = 2; rest < count; rest++) if (((bytes[at + rest] as number) & 0xc0) !== 0x80) return 0;
  return count;
}
