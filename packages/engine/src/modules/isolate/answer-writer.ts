import { controlLine } from "@prilavok/protocol";
import { writeAnswer } from "../../process/write-answer.ts";

const PIECE_CHARACTERS = 64 * 1024;
const PIECE_BYTES = 64 * 1024;

/**
 * Writes the tables of one answer to Core as row frames, `hide` run over each piece before it leaves. What makes less than a
 * piece waits for the next control, as each write wakes Core up. Writes block while Core is behind, so an answer of any size
 * takes the memory of one piece.
 */
export class AnswerWriter {
  readonly #hide: (text: string) => string;
  #text = "";
  #section = { name: "", rows: 0, bytes: 0 };

  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  open(name: string): void {
    this.#section = { name, rows: 0, bytes: 0 };
    send(controlLine({ open: name }));
  }

  /** Adds one row to the open section. */
  row(value: unknown): void {
    this.#text += `${JSON.stringify(value)}\n`;
    this.#section.rows += 1;
    if (this.#text.length >= PIECE_CHARACTERS) this.#flush();
  }

  /** Closes the section and answers its number of rows; the number of bytes lets Core see that nobody else wrote. */
  close(): number {
    this.#flush();
    const { name, rows, bytes } = this.#section;
    send(controlLine({ close: name, rows, bytes }));
    return rows;
  }

  /** Takes the open section back. */
  drop(): void {
    this.#text = "";
    send(controlLine({ drop: this.#section.name }));
  }

  #flush(): void {
    if (this.#text === "") return;
    const bytes = Buffer.from(this.#hide(this.#text), "utf8");
    this.#text = "";
    this.#section.bytes += bytes.length;
    send(bytes);
  }
}

/** Tells Core something beside the rows, at once. */
export function sendControl(message: object): void {
  send(controlLine(message));
  flush();
}

/** What goes with the next write. */
let waiting: Uint8Array[] = [];
let waitingBytes = 0;

function send(bytes: Uint8Array): void {
  waiting.push(bytes);
  waitingBytes += bytes.length;
  if (waitingBytes >= PIECE_BYTES) flush();
}

function flush(): void {
  const pieces = waiting;
  waiting = [];
  waitingBytes = 0;
  writeAnswer(pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces));
}
