import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { RowHead } from "./row-head.ts";

/** Small pieces are gathered up to this many bytes before they are written. */
const GATHER_BYTES = 256 * 1024;
/** What a file that is still being written ends with; it carries the id of the process that writes it. */
export const PART_SUFFIX = ".part";

/**
 * Rows on their way to a file. They are written beside the place and moved there whole, so a reader sees the
 * earlier file or the new one, never a piece of it. Errors of the disk are thrown as they come.
 */
export class RowFile {
  readonly head = new RowHead();
  readonly #path: string;
  readonly #handle: FileHandle;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #sizeBytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Opens a part file in `folder`, which is made when it is not there. */
  static async create(folder: string): Promise<RowFile> {
    const path = join(folder, `.${process.pid}.${randomBytes(6).toString("hex")}${PART_SUFFIX}`);
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
    const handle = await open(path, flags, 0o644).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(folder, { recursive: true });
      return open(path, flags, 0o644);
    });
    return new RowFile(path, handle);
  }

  get path(): string {
    return this.#path;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The bytes must stay as they are until they are written: a piece may wait to be gathered with others. */
  async write(bytes: Uint8Array): Promise<void> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.head.push(piece);
    this.#sizeBytes += piece.length;
    this.#gathered.push(piece);
    this.#gatheredBytes += piece.length;
    if (this.#gatheredBytes >= GATHER_BYTES) await this.#flush();
  }

  /** Ends the writing; the file stays under its part name until it is moved or discarded. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#handle.close();
  }

  /** Replaces the file at `path`, or makes it. */
  async moveTo(path: string): Promise<void> {
    await rename(this.#path, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(dirname(path), { recursive: true });
      await rename(this.#path, path);
    });
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
    await this.#handle.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    const pieces = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    // A disk that is nearly full takes a part: only the next write says so.
    for (let rest = Buffer.concat(pieces); rest.length > 0; ) {
      const { bytesWritten } = await this.#handle.write(rest);
      rest = rest.subarray(bytesWritten);
    }
  }
}

function numbered(path: string, number: number): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return join(dirname(path), `${name.slice(0, dot)}.${number}${name.slice(dot)}`);
}
