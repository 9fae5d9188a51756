import { isUtf8 } from "node:buffer";
import { type LineColumn, lineColumns, MAX_VALUE_BYTES } from "./line-columns.ts";
import type { MysqlColumn } from "./mysql-columns.ts";
import { bitDigits, characterBytes, RowPlaces } from "./mysql-row.ts";

/** Rows leave in pieces of at least this size. */
const PIECE_BYTES = 64 * 1024;
/** Most answers are short: a large buffer for each of them costs more than its rows. It grows to twice a piece. */
const FIRST_BYTES = 2 * 1024;
const GROWTH = 4;
const MOST_BYTES = 2 * PIECE_BYTES;
/** JSON makes six bytes of one at most, `\u001e`. */
const MOST_PER_BYTE = 6;
const PART_BYTES = 8 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HEX = Buffer.from("0123456789ABCDEF", "latin1");
const LETTER_U = 0x75;
const NULL_TEXT = Buffer.from("null", "latin1");
const QUOTE_TEXT = Buffer.from('"', "latin1");
const HEX_START = Buffer.from('"0x', "latin1");
const LINE_END = Buffer.from("}\n", "latin1");

/** Below 0x80: 0 for a byte that JSON takes as it is, else the letter after the backslash, `u` where there is no short form. */
const ESCAPES = Uint8Array.from({ length: 0x80 }, (_, byte) => {
  const quoted = JSON.stringify(String.fromCharCode(byte));
  return quoted.length === 3 ? 0 : quoted.charCodeAt(2);
});

/**
 * Turns the rows of a server's text answer into JSON lines, byte by byte: no text and no object is made of a value. A
 * value is the text that the server prints; bytes, and a text that is not UTF-8, are `0x…`, a BIT is its number.
 */
export class MysqlRowLines {
  readonly sameNames: readonly string[];
  readonly #kinds: readonly MysqlColumn["kind"][];
  readonly #columns: readonly LineColumn[];
  readonly #places: RowPlaces;
  /** What a line holds beside its values, at most. */
  readonly #fixedBytes: number;
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;
  #pieces: Buffer[] = [];

  constructor(columns: readonly MysqlColumn[]) {
    const lines = lineColumns(columns.map(({ name }) => name));
    this.sameNames = lines.sameNames;
    this.#columns = lines.columns;
    this.#kinds = columns.map(({ kind }) => kind);
    this.#places = new RowPlaces(columns.length);
    this.#fixedBytes = lines.columns.reduce(
      (sum, { start }) => sum + start.length + HEX_START.length + 1,
      LINE_END.length,
    );
  }

  /** Writes the row whose packet starts at `start`; false when one of its values is over 64 MB: then nothing more can be written. */
  add(bytes: Buffer, start: number): boolean {
    const end = this.#places.read(bytes, start);
    const mostBytes = (end - start) * MOST_PER_BYTE + this.#fixedBytes;
    if (mostBytes > PIECE_BYTES) return this.#addLong(bytes);
    this.#makeRoom(mostBytes);
    const { starts, ends } = this.#places;
    const columns = this.#columns;
    const buffer = this.#buffer;
    let at = this.#at;
    for (let place = 0; place < columns.length; place++) {
      const { start: name, source } = columns[place] as LineColumn;
      at = putBytes(buffer, at, name);
      const from = starts[source] as number;
      at =
        from === -1
          ? putBytes(buffer, at, NULL_TEXT)
          : putValue(buffer, at, bytes, from, ends[source] as number, this.#kinds[source]);
    }
    this.#at = putBytes(buffer, at, LINE_END);
    return true;
  }

  get hasPieces(): boolean {
    return this.#pieces.length > 0;
  }

  /** The pieces that are full; whoever takes them may keep them. */
  takePieces(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** All that is left: the last that can be had. */
  takeRest(): Buffer[] {
    this.#letGo();
    return this.takePieces();
  }

  /** The same for a row that may not fit into the buffer: its values go in parts. */
  #addLong(bytes: Buffer): boolean {
    const { starts, ends } = this.#places;
    for (const { start: name, source } of this.#columns) {
      const from = starts[source] as number;
      const to = ends[source] as number;
      if (to - from > MAX_VALUE_BYTES) return false;
      this.#put(name);
      if (from === -1) this.#put(NULL_TEXT);
      else this.#putLongValue(bytes, from, to, this.#kinds[source]);
    }
    this.#put(LINE_END);
    return true;
  }

  #putLongValue(bytes: Buffer, from: number, to: number, kind: MysqlColumn["kind"] | undefined): void {
    const isText = kind === "text" && isUtf8(bytes.subarray(from, to));
    if (kind === "bit" || to - from <= PART_BYTES) {
      this.#makeRoom(PART_BYTES * MOST_PER_BYTE);
      this.#at = putValue(this.#buffer, this.#at, bytes, from, to, kind);
      return;
    }
    this.#put(isText ? QUOTE_TEXT : HEX_START);
    for (let at = from; at < to; ) {
      const end = isText ? partEnd(bytes, at, to) : Math.min(at + PART_BYTES, to);
      this.#makeRoom(PART_BYTES * MOST_PER_BYTE);
      this.#at = (isText ? putCharacters : putHex)(this.#buffer, this.#at, bytes, at, end);
      at = end;
    }
    this.#put(QUOTE_TEXT);
  }

  #put(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#at = putBytes(this.#buffer, this.#at, bytes);
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const grown = Math.min(this.#buffer.length * GROWTH, MOST_BYTES);
    if (this.#at >= PIECE_BYTES) this.#letGo();
    const buffer = Buffer.allocUnsafe(Math.max(grown, this.#at + bytes));
    this.#buffer.copy(buffer, 0, 0, this.#at);
    this.#buffer = buffer;
  }

  #letGo(): void {
    if (this.#at > 0) this.#pieces.push(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
  }
}

function putBytes(buffer: Buffer, start: number, bytes: Uint8Array): number {
  let at = start;
  for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index] as number;
  return at;
}

/** A value with its quotes. */
function putValue(
  buffer: Buffer,
  start: number,
  bytes: Buffer,
  from: number,
  to: number,
  kind: MysqlColumn["kind"] | undefined,
): number {
  if (kind === "bit") return start + buffer.write(`"${bitDigits(bytes, from, to)}"`, start, "latin1");
  if (kind === "text") {
    buffer[start] = QUOTE;
    const end = putCharacters(buffer, start + 1, bytes, from, to);
    if (end !== -1) {
      buffer[end] = QUOTE;
      return end + 1;
    }
  }
  const end = putHex(buffer, putBytes(buffer, start, HEX_START), bytes, from, to);
  buffer[end] = QUOTE;
  return end + 1;
}

/** The characters of a text as JSON takes them; -1 where they are not UTF-8. */
function putCharacters(buffer: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let at = start;
  for (let index = from; index < to; ) {
    const byte = bytes[index] as number;
    if (byte < 0x80) {
      index += 1;
      const letter = ESCAPES[byte] as number;
      if (letter === 0) buffer[at++] = byte;
      else at = putEscape(buffer, at, byte, letter);
      continue;
    }
    const count = characterBytes(bytes, index, to);
    if (count === 0) return -1;
    for (const end = index + count; index < end; index++) buffer[at++] = bytes[index] as number;
  }
  return at;
}

function putHex(buffer: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let at = start;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] as number;
    buffer[at++] = HEX[byte >> 4] as number;
    buffer[at++] = HEX[byte & 0x0f] as number;
  }
  return at;
}

function putEscape(buffer: Buffer, start: number, byte: number, letter: number): number {
  let at = start;
  buffer[at++] = BACKSLASH;
  buffer[at++] = letter;
  if (letter !== LETTER_U) return at;
  at += buffer.write("00", at, "latin1");
  buffer[at++] = HEX[byte >> 4] as number;
  buffer[at++] = (HEX[byte & 0x0f] as number) | 0x20;
  return at;
}

/** Where the next part of a long text ends, never inside a character. */
function partEnd(bytes: Buffer, from: number, to: number): number {
  let end = Math.min(from + PART_BYTES, to);
  while (end < to && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return end;
}
