import { isUtf8 } from "node:buffer";
import type { MysqlColumn } from "./mysql-columns.ts";
import { bitDigits, characterBytes, RowPlaces } from "./mysql-row.ts";
import { lineColumns } from "./row-columns.ts";

/** A single value longer than this is not written, in bytes. */
export const MAX_VALUE_BYTES = 64 * 1024 * 1024;

/** Rows leave in pieces of at least this size. */
const PIECE_BYTES = 64 * 1024;
/** The rest is for what a row adds to a piece that is not full yet: a value of so many bytes, each escaped as `\u001e`. */
const BUFFER_BYTES = 128 * 1024;
const PART_BYTES = 8 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HEX = Buffer.from("0123456789ABCDEF", "latin1");
const NULL_TEXT = Buffer.from("null", "latin1");
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
  readonly #columns: ReturnType<typeof lineColumns>["columns"];
  readonly #places: RowPlaces;
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #at = 0;
  #pieces: Buffer[] = [];

  constructor(columns: readonly MysqlColumn[]) {
    const lines = lineColumns(columns.map(({ name }) => name));
    this.sameNames = lines.sameNames;
    this.#columns = lines.columns;
    this.#kinds = columns.map(({ kind }) => kind);
    this.#places = new RowPlaces(columns.length);
  }

  /** Writes the row whose packet starts at `start`; false when one of its values is over 64 MB: then nothing more can be written. */
  add(bytes: Buffer, start: number): boolean {
    const { starts, ends } = this.#places;
    const columns = this.#columns;
    this.#places.read(bytes, start);
    for (let place = 0; place < columns.length; place++) {
      const { start: name, source } = columns[place] as (typeof columns)[number];
      const from = starts[source] as number;
      const to = ends[source] as number;
      this.#put(name);
      if (from === -1) this.#put(NULL_TEXT);
      else if (to - from > MAX_VALUE_BYTES) return false;
      else this.#putValue(bytes, from, to, this.#kinds[source] as MysqlColumn["kind"]);
    }
    this.#put(LINE_END);
    if (this.#at >= PIECE_BYTES) this.#flush();
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

  /** All that is left. */
  takeRest(): Buffer[] {
    this.#flush();
    return this.takePieces();
  }

  #putValue(bytes: Buffer, from: number, to: number, kind: MysqlColumn["kind"]): void {
    if (kind === "bit") this.#put(Buffer.from(`"${bitDigits(bytes, from, to)}"`, "latin1"));
    else if (kind === "binary") this.#putHex(bytes, from, to);
    else if (to - from > PART_BYTES) this.#putLongText(bytes, from, to);
    else if (!this.#putText(bytes, from, to)) this.#putHex(bytes, from, to);
  }

  /** Writes a short text with its quotes; false, and nothing written, where it is not UTF-8. */
  #putText(bytes: Buffer, from: number, to: number): boolean {
    this.#makeRoom((to - from) * 6 + 2);
    const start = this.#at;
    this.#buffer[this.#at++] = QUOTE;
    if (!this.#putCharacters(bytes, from, to)) {
      this.#at = start;
      return false;
    }
    this.#buffer[this.#at++] = QUOTE;
    return true;
  }

  #putLongText(bytes: Buffer, from: number, to: number): void {
    if (!isUtf8(bytes.subarray(from, to))) {
      this.#putHex(bytes, from, to);
      return;
    }
    this.#putByte(QUOTE);
    for (let at = from; at < to; ) {
      const end = partEnd(bytes, at, to);
      this.#makeRoom((end - at) * 6);
      this.#putCharacters(bytes, at, end);
      at = end;
    }
    this.#putByte(QUOTE);
  }

  /** Into room that has been made: six bytes for each of the text's. */
  #putCharacters(bytes: Buffer, from: number, to: number): boolean {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = from; index < to; ) {
      const byte = bytes[index] as number;
      if (byte < 0x80) {
        index += 1;
        const mark = ESCAPES[byte] as number;
        if (mark === 0) buffer[at++] = byte;
        else at = putEscape(buffer, at, byte, mark);
        continue;
      }
      const count = characterBytes(bytes, index, to);
      if (count === 0) return false;
      for (const end = index + count; index < end; index++) buffer[at++] = bytes[index] as number;
    }
    this.#at = at;
    return true;
  }

  #putHex(bytes: Buffer, from: number, to: number): void {
    this.#put(HEX_START);
    for (let index = from; index < to; index += PART_BYTES) {
      const end = Math.min(index + PART_BYTES, to);
      this.#makeRoom((end - index) * 2);
      for (let part = index; part < end; part++) {
        const byte = bytes[part] as number;
        this.#buffer[this.#at++] = HEX[byte >> 4] as number;
        this.#buffer[this.#at++] = HEX[byte & 0x0f] as number;
      }
    }
    this.#putByte(QUOTE);
  }

  #put(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index] as number;
    this.#at = at;
  }

  #putByte(byte: number): void {
    this.#makeRoom(1);
    this.#buffer[this.#at++] = byte;
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes > this.#buffer.length) this.#flush(bytes);
  }

  /** Lets go of the buffer and takes a new one with room for `bytes`. */
  #flush(bytes = 0): void {
    if (this.#at > 0) this.#pieces.push(this.#buffer.subarray(0, this.#at));
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, bytes));
    this.#at = 0;
  }
}

const HEX_START = Buffer.from('"0x', "latin1");

function putEscape(buffer: Buffer, start: number, byte: number, mark: number): number {
  let at = start;
  buffer[at++] = BACKSLASH;
  buffer[at++] = mark;
  if (mark !== 0x75) return at;
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
