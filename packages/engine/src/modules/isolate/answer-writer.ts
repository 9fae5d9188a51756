import { controlLine } from "@prilavok/protocol";
import { writeAnswer } from "../../process/write-answer.ts";

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes the tables of one answer to Core as row frames, `hide` run over each piece before it leaves. Writes block
 * while Core is behind, so an answer of any size takes the memory of one piece.
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
    sendControl({ open: name });
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
    sendControl({ close: name, rows, bytes });
    return rows;
  }

  /** Takes the open section back. */
  drop(): void {
    this.#text = "";
    sendControl({ drop: this.#section.name });
  }

  #flush(): void {
    if (this.#text === "") return;
    const bytes = Buffer.from(this.#hide(this.#text), "utf8");
    this.#text = "";
    this.#section.bytes += bytes.length;
    writeAnswer(bytes);
  }
}

/** Tells Core something beside the rows. */
export function sendControl(message: object): void {
  writeAnswer(controlLine(message));
}
