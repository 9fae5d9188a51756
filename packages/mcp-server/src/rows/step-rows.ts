import { lstat, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileErrorReason } from "../local/file-error-reason.ts";
import { FileSink } from "./file-sink.ts";
import type { RowSink } from "./receive-answer.ts";
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
 * The rows of one reading step: few ones stay in memory for the answer, many flow to a file, whose disk may refuse
 * (`failed`).
 */
export class StepRows implements RowSink {
  readonly #place: StepPlace;
  readonly #head = new RowHead();
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #file: FileSink | undefined;

  constructor(place: StepPlace) {
    this.#place = place;
    if (place.always) this.#startFile();
  }

  get rows(): number {
    return this.#file?.rows ?? this.#head.rows;
  }

  get head(): string[] {
    return this.#file?.head ?? this.#head.lines;
  }

  get failed(): string | undefined {
    return this.#file?.failed;
  }

  /** The rows are (or were to be) in a file. */
  get heavy(): boolean {
    return this.#file !== undefined;
  }

  /** Characters of the kept rows in the answer, as `,"data":[…]`. */
  get dataCharacters(): number {
    return ',"data":[]'.length + Math.max(0, this.#keptText().length - 1);
  }

  /** Characters of `,"file":…,"head":…`, which stand there for rows in a file; its name may get a number yet. */
  get fileCharacters(): number {
    return JSON.stringify({ file: `${this.#place.path}.9999`, head: this.head }).length;
  }

  /** The kept rows, a JSON line each, without the line ends. */
  lines(): string[] {
    const text = this.#keptText();
    return text === "" ? [] : text.slice(0, -1).split("\n");
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#file !== undefined) return this.#file.write(bytes);
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#head.push(piece);
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
    if (this.#keptBytes > HEAVY_BYTES) await this.spill();
  }

  async end(): Promise<void> {}

  async drop(): Promise<void> {
    await this.#file?.drop();
  }

  /** Writes the kept rows to a file: of a heavy step, and of the largest ones of an answer that would be too long. */
  async spill(): Promise<void> {
    const kept = this.#kept;
    const file = this.#startFile();
    for (const piece of kept) await file.write(piece);
  }

  /** Gives the file its name; answers the path, or undefined where the disk refused (see `failed`). */
  async place(): Promise<string | undefined> {
    const { path, replace } = this.#place;
    await this.#file?.end();
    if (!replace) return this.#file?.moveToFree(path);
    await this.#file?.moveTo(path);
    return this.failed === undefined ? path : undefined;
  }

  #keptText(): string {
    return Buffer.concat(this.#kept).toString("utf8");
  }

  #startFile(): FileSink {
    this.#file = new FileSink(dirname(this.#place.path));
    this.#kept = [];
    this.#keptBytes = 0;
    return this.#file;
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
