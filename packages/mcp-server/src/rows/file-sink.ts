import { fileErrorReason } from "../local/file-error-reason.ts";
import type { RowSink } from "./receive-answer.ts";
import { RowFile } from "./row-file.ts";
import type { RowHead } from "./row-head.ts";

/**
 * Rows of one table or step on their way to a file. The first error of the disk is remembered in words and the rest
 * of the rows is passed by, so that what the command did is still heard.
 */
export class FileSink implements RowSink {
  #head: RowHead;
  #file: RowFile | undefined;
  #failed: string | undefined;

  constructor(folder: string) {
    this.#file = new RowFile(folder);
    this.#head = this.#file.head;
  }

  get rows(): number {
    return this.#head.rows;
  }

  get head(): string[] {
    return this.#head.lines;
  }

  /** Why the disk refused, in words; undefined while it has not. */
  get failed(): string | undefined {
    return this.#failed;
  }

  /** The rows' file while it has no name of its own yet. */
  get partPath(): string | undefined {
    return this.#failed === undefined ? this.#file?.path : undefined;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#file === undefined) this.#head.push(Buffer.from(bytes));
    else await this.#attempt(() => this.#file?.write(bytes));
  }

  async end(): Promise<void> {
    await this.#attempt(() => this.#file?.finish());
  }

  async drop(): Promise<void> {
    await this.#file?.discard();
  }

  /** Gives the whole file its name, replacing what stands there. */
  async moveTo(path: string): Promise<void> {
    await this.#attempt(async () => this.#file?.moveTo(path));
  }

  /** Gives it this name, with a number where it exists; answers the name, or undefined where the disk refused. */
  async moveToFree(path: string): Promise<string | undefined> {
    let free: string | undefined;
    await this.#attempt(async () => {
      free = await this.#file?.moveToFree(path);
    });
    return free;
  }

  async #attempt(action: () => Promise<void> | undefined): Promise<void> {
    if (this.#failed !== undefined) return;
    try {
      await action();
    } catch (error) {
      this.#failed = fileErrorReason(error);
      await this.#file?.discard();
      this.#file = undefined;
    }
  }
}
