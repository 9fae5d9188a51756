import type { MysqlDone, MysqlRefused } from "./mysql-answer.ts";
import type { MysqlColumn } from "./mysql-columns.ts";
import { mustBeDone } from "./mysql-errors.ts";
import type { MysqlLink } from "./mysql-link.ts";
import { type MysqlRow, rowMaker } from "./mysql-row-objects.ts";

/**
 * The rows of an answer that a module reads in its own time. The connection has one answer at a time: a statement that
 * comes in between makes the rest of the rows wait in memory, as the bytes that have arrived.
 */
export class MysqlStream {
  readonly #link: MysqlLink;
  readonly #makeRow: (bytes: Buffer, start: number) => MysqlRow;
  /** Rows that have arrived and were not read: the bytes each stands in, and where. */
  #bytes: Buffer[] = [];
  #starts: number[] = [];
  #end: MysqlDone | MysqlRefused | undefined;

  constructor(link: MysqlLink, columns: readonly MysqlColumn[]) {
    this.#link = link;
    this.#makeRow = rowMaker(columns);
  }

  /** How the answer ended; undefined while it goes on. */
  get end(): MysqlDone | MysqlRefused | undefined {
    return this.#end;
  }

  /** The rows at hand, at least one but at the end; throws the server's text where it ended badly. */
  async next(): Promise<MysqlRow[]> {
    await this.#takeArrived();
    while (this.#starts.length === 0 && this.#end === undefined) {
      await this.#link.more();
      await this.#takeArrived();
    }
    const rows = this.#starts.map((start, at) => this.#makeRow(this.#bytes[at] as Buffer, start));
    this.#bytes = [];
    this.#starts = [];
    if (rows.length === 0 && this.#end !== undefined) mustBeDone(this.#end);
    return rows;
  }

  /** Reads the answer to its end; the rows wait. */
  async keepRest(): Promise<void> {
    await this.#takeArrived();
    while (this.#end === undefined) {
      await this.#link.more();
      await this.#takeArrived();
    }
  }

  /** Whether the answer has ended as far as it has arrived. */
  async hasEnded(): Promise<boolean> {
    await this.#takeArrived();
    return this.#end !== undefined;
  }

  async #takeArrived(): Promise<void> {
    while (this.#end === undefined) {
      const next = this.#link.nextRow();
      if (next === "wait") return;
      if (next === "row") {
        this.#bytes.push(this.#link.row.bytes);
        this.#starts.push(this.#link.row.start);
      } else {
        this.#end = await this.#link.skip(next);
      }
    }
  }
}
