import { lstat, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileErrorReason } from "../local/file-error-reason.ts";
import type { RowSink } from "./receive-answer.ts";
import { RowFile } from "./row-file.ts";
import { RowHead } from "./row-head.ts";

/** A step's answer over this many bytes is heavy and goes to a file. */
const HEAVY_BYTES = 100_000;

/** Where the rows of a step go when they are heavy, or always. */
export interface StepPlace {
  /** The file to write: exactly this one (`output`), or this name with a number where it exists. */
  readonly path: string;
  readonly replace: boolean;
  /** Rows go to the file however few they are. */
  readonly always: boolean;
}

/**
 * The rows of one reading step: few ones stay in memory for the answer, many flow to a file. An error of the disk is
 * remembered in words and the rest passed by.
 */
export class StepRows implements RowSink {
  readonly #place: StepPlace;
  #head = new RowHead();
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #file: RowFile | undefined;
  #failed: string | undefined;

  constructor(place: StepPlace) {
    this.#place = place;
    if (place.always) this.#startFile();
  }

  get rows(): number {
    return this.#head.rows;
  }

  get head(): string[] {
    return this.#head.lines;
  }

  get failed(): string | undefined {
    return this.#failed;
  }

  /** The rows are (or were to be) in a file. */
  get heavy(): boolean {
    return this.#file !== undefined || this.#failed !== undefined;
  }

  /** Bytes kept in memory for the answer. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** The kept rows, a JSON line each, without the line ends. */
  lines(): string[] {
    const text = Buffer.concat(this.#kept).toString("utf8");
    return text === "" ? [] : text.slice(0, -1).split("\n");
  }

  async write(bytes: Uint8Array): Promise<void> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#failed !== undefined) return this.#head.push(piece);
    if (this.#file !== undefined) return this.#attempt(() => this.#file?.write(piece));
    this.#head.push(piece);
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
    if (this.#keptBytes > HEAVY_BYTES) await this.#attempt(() => this.#toFile());
  }

  async end(): Promise<void> {}

  async drop(): Promise<void> {
    await this.#file?.discard();
  }

  /** Writes the kept rows to the file too: for the largest steps of an answer that would be too long. */
  async spill(): Promise<void> {
    await this.#attempt(() => this.#toFile());
  }

  /** Gives the file its name; answers the path, or undefined where the disk refused (see `failed`). */
  async place(): Promise<string | undefined> {
    let path: string | undefined;
    await this.#attempt(async () => {
      if (this.#file === undefined) return;
      await this.#file.finish();
      if (this.#place.replace) this.#file.moveTo(this.#place.path);
      path = this.#place.replace ? this.#place.path : await this.#file.moveToFree(this.#place.path);
    });
    return path;
  }

  async #toFile(): Promise<void> {
    const kept = this.#kept;
    const file = this.#startFile();
    for (const piece of kept) await file.write(piece);
  }

  #startFile(): RowFile {
    const file = new RowFile(dirname(this.#place.path));
    this.#file = file;
    this.#head = file.head;
    this.#kept = [];
    this.#keptBytes = 0;
    return file;
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

/** Why rows cannot be written to a path the caller named, in words; undefined where they can. */
export async function outputProblem(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path);
    if (found.isFile() || (found.isSymbolicLink() && !(await leadsSomewhere(path)))) return undefined;
    return found.isDirectory() ? "a folder stands there" : "it is a device or a pipe, not a file";
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" ? undefined : fileErrorReason(error);
  }
}

/** Links are followed before: one that is left has no end and is replaced, or is `/dev/stdout`, whose end has no name. */
async function leadsSomewhere(link: string): Promise<boolean> {
  return stat(link).then(
    () => true,
    () => false,
  );
}

/** The file of a heavy step in the conversation folder. */
export function heavyStepPath(conversationFolder: string, name: string): string {
  return join(conversationFolder, "queries", name);
}
