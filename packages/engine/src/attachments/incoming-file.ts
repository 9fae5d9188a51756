import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { holderState, lockHolder } from "../process/lock-holder.ts";

/** What a file that is still being received is called: its writer, a random word, the ending. */
const PART_NAME = /^\.(?<holder>[^.]+)\.[0-9a-f]+\.part$/;

/**
 * A file on its way into the store: written beside the others and moved to its place whole and on disk, so that nobody
 * ever sees a piece of it. Errors of the disk are thrown as they come.
 */
export class IncomingFile {
  readonly #files: string;
  readonly #handle: FileHandle;
  #path: string;
  #sizeBytes = 0;

  private constructor(files: string, path: string, handle: FileHandle) {
    this.#files = files;
    this.#path = path;
    this.#handle = handle;
  }

  /** `dir` is the store's directory. */
  static async create(dir: string): Promise<IncomingFile> {
    const files = join(dir, "files");
    await mkdir(files, { recursive: true });
    const holder = encodeURIComponent(lockHolder()).replaceAll(".", "%2E");
    const path = join(files, `.${holder}.${randomBytes(6).toString("hex")}.part`);
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
    return new IncomingFile(files, path, await open(path, flags, 0o644));
  }

  /** Bytes received so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The bytes are the caller's again when it is done. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at);
      at += bytesWritten;
      this.#sizeBytes += bytesWritten;
    }
  }

  /** Every byte is on disk when this is done. */
  async finish(): Promise<void> {
    await this.#handle.datasync();
    await this.#handle.close();
  }

  /** Gives the file its place under the store's directory; what stands there by the name was nobody's. */
  async moveTo(place: string): Promise<void> {
    const path = join(dirname(this.#files), place);
    await mkdir(dirname(path), { recursive: true });
    await rename(this.#path, path);
    this.#path = path;
  }

  /** Leaves nothing behind, wherever the file is by now. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }
}

/** The files that broken uploads of ended processes left in `files/` of a store's directory, by name. */
export async function findAbandoned(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, "files")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => {
    const holder = PART_NAME.exec(name)?.groups?.["holder"];
    return holder !== undefined && holderState(decodeURIComponent(holder)) === "gone";
  });
}

/** Takes them away. */
export async function sweepAbandoned(dir: string): Promise<void> {
  for (const name of await findAbandoned(dir)) await rm(join(dir, "files", name), { force: true });
}

/** Puts the names in the folders from this one up to `files/` on disk, so that a power cut does not lose them. */
export async function syncFolders(dir: string, folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const top = join(dir, "files");
  for (let path = join(dir, folder); path.startsWith(top); path = dirname(path)) {
    const handle = await open(path);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
