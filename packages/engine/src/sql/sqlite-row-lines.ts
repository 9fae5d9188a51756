import { type LineColumn, lineColumns, MAX_VALUE_BYTES } from "./line-columns.ts";
import { realText, type SqliteValue } from "./sqlite-values.ts";

/** The buffer rows are written into; a part of a long text takes 48 KB of it at most. */
export const ROW_BUFFER_BYTES = 128 * 1024;
/** Rows leave in pieces of at least this size. */
const PIECE_BYTES = 64 * 1024;
/** Short texts are written unit by unit: a native write costs more than they do. */
const SHORT_LENGTH = 64;
/** JSON makes six bytes of a unit at most (`\u001e`); the rest is quotes, digits and the line's end. */
const SHORT_BYTES = SHORT_LENGTH * 6 + 64;
/** A longer name gets a buffer of its own. */
const MAX_START_BYTES = 16 * 1024;
const LONG_PART_LENGTH = 8 * 1024;
const ESCAPED = /["\\\u0000-\u001f]/;

const QUOTE = 0x22;
const POINT = 0x2e;
const ZERO = 0x30;
const NULL_TEXT = Buffer.from("null", "latin1");
const LINE_END = Buffer.from("}\n", "latin1");
const HEX_START = Buffer.from('"0x', "latin1");

/** 1 for the ASCII characters that stand in a JSON text as they are. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, unit) => (ESCAPED.test(String.fromCharCode(unit)) ? 0 : 1));

/**
 * Writes rows as JSON lines into a buffer of `ROW_BUFFER_BYTES` that is used again and again; `write` gets pieces of
 * 64 KB and more and must be done with one when it returns. Columns keep their order, of equal names the place is the first's, the value the last's.
 */
export class RowLines {
  /** The names that more than one column has. */
  readonly sameNames: readonly string[];
  readonly #columns: readonly LineColumn[];
  readonly #write: (bytes: Uint8Array) => void;
  readonly #buffer: Buffer;
  #at = 0;

  constructor(names: readonly string[], buffer: Buffer, write: (bytes: Uint8Array) => void) {
    const { columns, sameNames } = lineColumns(names);
    this.sameNames = sameNames;
    this.#columns = columns;
    const longestStart = Math.max(...columns.map(({ start }) => start.length));
    this.#buffer = longestStart <= MAX_START_BYTES ? buffer : Buffer.allocUnsafeSlow(buffer.length + longestStart);
    this.#write = write;
  }

  /** Writes a row; false when one of its values is over 64 MB: then nothing more can be written. */
  add(row: readonly SqliteValue[]): boolean {
    const buffer = this.#buffer;
    const columns = this.#columns;
    let at = this.#at;
    for (let place = 0; place < columns.length; place++) {
      const { start, source } = columns[place] as LineColumn;
      const value = row[source] as SqliteValue;
      at = putBytes(buffer, this.#room(at, start.length + SHORT_BYTES), start);
      if (typeof value === "string") {
        if (value.length <= SHORT_LENGTH) at = putShortText(buffer, at, value);
        else if (isTooLong(value)) return false;
        else at = this.#putLongText(at, value);
      } else if (typeof value === "bigint") {
        at = putInteger(buffer, at, value);
      } else if (typeof value === "number") {
        at = putReal(buffer, at, value);
      } else if (value === null) {
        at = putBytes(buffer, at, NULL_TEXT);
      } else if (value.length > MAX_VALUE_BYTES) {
        return false;
      } else {
        at = this.#putBlob(at, value);
      }
    }
    at = putBytes(buffer, at, LINE_END);
    this.#at = at < PIECE_BYTES ? at : this.#flush(at);
    return true;
  }

  /** Writes what is left with `end` right behind it, in one piece where it fits. */
  finish(end: Uint8Array): void {
    const fits = this.#at + end.length <= this.#buffer.length;
    this.#flush(fits ? putBytes(this.#buffer, this.#at, end) : this.#at);
    if (!fits) this.#write(end);
  }

  /** Makes room for some bytes and answers where they go. */
  #room(at: number, bytes: number): number {
    return at + bytes <= this.#buffer.length ? at : this.#flush(at);
  }

  #flush(at: number): number {
    this.#write(this.#buffer.subarray(0, at));
    this.#at = 0;
    return 0;
  }

  #putLongText(start: number, text: string): number {
    let at = start;
    this.#buffer[at++] = QUOTE;
    for (let from = 0; from < text.length; ) {
      const to = partEnd(text, from);
      const part = text.slice(from, to);
      at = this.#room(at, LONG_PART_LENGTH * 6 + SHORT_BYTES);
      at += this.#buffer.write(ESCAPED.test(part) ? JSON.stringify(part).slice(1, -1) : part, at);
      from = to;
    }
    this.#buffer[at++] = QUOTE;
    return at;
  }

  #putBlob(start: number, blob: Buffer): number {
    let at = putBytes(this.#buffer, start, HEX_START);
    for (let from = 0; from < blob.length; from += LONG_PART_LENGTH) {
      at = this.#room(at, LONG_PART_LENGTH * 2 + SHORT_BYTES);
      at += this.#buffer.write(blob.toString("hex", from, from + LONG_PART_LENGTH).toUpperCase(), at, "latin1");
    }
    this.#buffer[at++] = QUOTE;
    return at;
  }
}

function putBytes(buffer: Uint8Array, start: number, bytes: Uint8Array): number {
  let at = start;
  for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index] as number;
  return at;
}

function putQuoted(buffer: Uint8Array, start: number, ascii: string): number {
  let at = start;
  buffer[at++] = QUOTE;
  for (let index = 0; index < ascii.length; index++) buffer[at++] = ascii.charCodeAt(index);
  buffer[at++] = QUOTE;
  return at;
}

/** Integers of nine digits are written by arithmetic: no text is made of them. */
function putInteger(buffer: Uint8Array, start: number, integer: bigint): number {
  const number = Number(integer);
  if (!(number >= 0 && number < 1e9)) return putQuoted(buffer, start, integer.toString());
  buffer[start] = QUOTE;
  const end = putDigits(buffer, start + 1, number | 0, 1);
  buffer[end] = QUOTE;
  return end + 1;
}

/**
 * Prices and the like, four decimals at most, are written by arithmetic too: where `n / 10000` is the very value, the
 * digits of n are its shortest spelling, since no two decimals of fifteen digits are the same double.
 */
function putReal(buffer: Uint8Array, start: number, real: number): number {
  const scaled = Math.round(real * 10_000);
  if (!(scaled > 0 && scaled < 1e9 && scaled / 10_000 === real)) return putQuoted(buffer, start, realText(real));
  buffer[start] = QUOTE;
  const whole = (scaled / 10_000) | 0;
  const point = putDigits(buffer, start + 1, whole, 1);
  buffer[point] = POINT;
  let end = putDigits(buffer, point + 1, scaled - whole * 10_000, 4);
  while (buffer[end - 1] === ZERO && end > point + 2) end -= 1;
  buffer[end] = QUOTE;
  return end + 1;
}

/** Writes a number of 31 bits with `atLeast` digits. */
function putDigits(buffer: Uint8Array, start: number, number: number, atLeast: number): number {
  let end = start + atLeast;
  for (let power = 10 ** atLeast; power <= number; power *= 10) end += 1;
  let left = number;
  for (let at = end - 1; at >= start; at--) {
    const rest = (left / 10) | 0;
    buffer[at] = ZERO + left - rest * 10;
    left = rest;
  }
  return end;
}

function putShortText(buffer: Uint8Array, start: number, text: string): number {
  let at = start;
  buffer[at++] = QUOTE;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      if (PLAIN[unit] === 1) buffer[at++] = unit;
      else at = putEscape(buffer, at, text.charAt(index));
    } else if (unit < 0x800) {
      buffer[at++] = 0xc0 | (unit >> 6);
      buffer[at++] = 0x80 | (unit & 0x3f);
    } else if (unit >= 0xd800 && unit < 0xdc00) {
      const point = text.codePointAt(index++) as number;
      buffer[at++] = 0xf0 | (point >> 18);
      buffer[at++] = 0x80 | ((point >> 12) & 0x3f);
      buffer[at++] = 0x80 | ((point >> 6) & 0x3f);
      buffer[at++] = 0x80 | (point & 0x3f);
    } else {
      buffer[at++] = 0xe0 | (unit >> 12);
      buffer[at++] = 0x80 | ((unit >> 6) & 0x3f);
      buffer[at++] = 0x80 | (unit & 0x3f);
    }
  }
  buffer[at++] = QUOTE;
  return at;
}

function putEscape(buffer: Uint8Array, start: number, character: string): number {
  const quoted = JSON.stringify(character);
  let at = start;
  for (let index = 1; index < quoted.length - 1; index++) buffer[at++] = quoted.charCodeAt(index);
  return at;
}

function isTooLong(text: string): boolean {
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES;
}

/** Where the next part of a long text ends, never between the halves of a surrogate pair. */
function partEnd(text: string, from: number): number {
  const to = from + LONG_PART_LENGTH;
  if (to >= text.length) return text.length;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last < 0xdc00 ? to - 1 : to;
}
