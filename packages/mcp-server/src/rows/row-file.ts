import { closeSync, constants, openSync, renameSync, writeSync } from "node:fs";
import { type FileHandle, link, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "@prilavok/protocol/make-folder";
import { partPath } from "../local/part-file.ts";
import { RowHead } from "./row-head.ts";

/** Small pieces are gathered up to this many bytes before they are written. */
const GATHER_BYTES = 256 * 1024;
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
const MODE = 0o644;

/**
 * Rows on their way to a file in `folder`, which is made when it is not there. They are written beside the place and moved
 * there whole, so a reader sees the earlier file or the new one, never a piece of it. Errors of the disk are thrown as they come.
 *
 * Few rows are written in one go at the end, within the turn of the event loop: each hop to another thread would take longer
 * than the writing.
 */
export class RowFile {
  readonly head = new RowHead();
  readonly #folder: string;
  readonly #path: string;
  /** Open from the first piece that does not wait for the end. */
  #handle: FileHandle | undefined;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = partPath(folder);
  }

  get path(): string {
    return this.#path;
  }

  /** The bytes must stay as they are until they are written: a piece may wait to be gathered with others. */
  async write(bytes: Uint8Array): Promise<void> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.head.push(piece);
    this.#gathered.push(piece);
    this.#gatheredBytes += piece.length;
    if (this.#gatheredBytes >= GATHER_BYTES) await this.#flush();
  }

  /** Ends the writing; the file stays under its part name until it is moved or discarded. */
  async finish(): Promise<void> {
    if (this.#handle === undefined) {
      this.#writeAtOnce();
    } else {
      await this.#flush();
      await this.#handle.close();
    }
  }

  /** Replaces the file at `path`, or makes it. */
  moveTo(path: string): void {
    withFolder(dirname(path), () => renameSync(this.#path, path));
  }

  /** Takes `path`, or where that exists the same name with a number before its ending; answers the name taken. */
  async moveToFree(path: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? path : numbered(path, number);
      try {
        await link(this.#path, free);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
        throw error;
      }
      await rm(this.#path, { force: true });
      return free;
    }
  }

  /** Leaves nothing behind; allowed at any time. */
  async discard(): Promise<void> {
    await this.#handle?.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    this.#handle ??= await this.#open();
    const pieces = this.#takeGathered();
    const { bytesWritten } = await this.#handle.writev(pieces);
    // A disk that is nearly full takes a part: only the next write says so.
    for (let rest = joinFrom(pieces, bytesWritten); rest.length > 0; ) {
      const more = await this.#handle.write(rest);
      rest = rest.subarray(more.bytesWritten);
    }
  }

  async #open(): Promise<FileHandle> {
    makeFolder(this.#folder);
    return open(this.#path, NEW_FILE, MODE);
  }

  #writeAtOnce(): void {
    const file = withFolder(this.#folder, () => openSync(this.#path, NEW_FILE, MODE));
    try {
      for (let rest = joinFrom(this.#takeGathered(), 0); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
    } finally {
      closeSync(file);
    }
  }

  #takeGathered(): Buffer[] {
    const pieces = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return pieces;
  }
}

/** What stands behind the first `bytes` of the pieces. */
function joinFrom(pieces: readonly Buffer[], bytes: number): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return bytes === length ? Buffer.alloc(0) : Buffer.concat(pieces).subarray(bytes);
}

/** Does what needs `folder`, and once more with the folder made where it was not there. */
function withFolder<Result>(folder: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(folder);
    return action();
  }
}

function numbered(path: string, number: number): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return join(dirname(path), `${name.slice(0, dot)}.${number}${name.slice(dot)}`);
}
