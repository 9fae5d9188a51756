import { controlLine } from "@prilavok/protocol";
import { writeAnswer } from "../../process/write-answer.ts";

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes an answer to Core as row frames. Writes block while Core is behind, so an answer of any size takes the
 * memory of one piece.
 */
export class AnswerWriter {
  #text = "";
  #section = { name: "", rows: 0, bytes: 0 };

  control(message: object): void {
    writeAnswer(controlLine(message));
  }

  open(name: string): void {
    this.#section = { name, rows: 0, bytes: 0 };
    this.control({ open: name });
  }

  /** Adds one row to the open section; `hide` runs over each piece before it leaves. */
  row(value: unknown, hide: (text: string) => string): void {
    this.#text += `${JSON.stringify(value)}\n`;
    this.#section.rows += 1;
    if (this.#text.length >= PIECE_CHARACTERS) this.#flush(hide);
  }

  /** Closes the section and answers its number of rows; the number of bytes lets Core see that nobody else wrote. */
  close(hide: (text: string) => string): number {
    this.#flush(hide);
    const { name, rows, bytes } = this.#section;
    this.control({ close: name, rows, bytes });
    return rows;
  }

  /** Takes the open section back. */
  drop(): void {
    this.#text = "";
    this.control({ drop: this.#section.name });
  }

  #flush(hide: (text: string) => string): void {
    if (this.#text === "") return;
    const bytes = Buffer.from(hide(this.#text), "utf8");
    this.#text = "";
    this.#section.bytes += bytes.length;
    writeAnswer(bytes);
  }
}
