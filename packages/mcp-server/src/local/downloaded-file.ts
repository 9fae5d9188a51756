import { type FileHandle, open, rename, rm, stat, utimes } from "node:fs/promises";
import { partPath } from "./part-file.ts";

/** What a disk keeps of a time may be less than a millisecond off. */
const CLOCK_SLACK_MS = 2;

/** The bytes of a download ended in the middle. */
export class BrokenDownload extends Error {}

/** A file as the store has it: `changedMs` since 1970. */
export interface FileVersion {
  readonly sizeBytes: number;
  readonly changedMs: number;
}

/** Whether the file at `path` is this version of it already. */
export async function isVersion(path: string, { sizeBytes, changedMs }: FileVersion): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) return false;
  return found.size === sizeBytes && Math.abs(found.mtimeMs - changedMs) < CLOCK_SLACK_MS;
}

/**
 * Writes a download into `folder` and moves it to its place, with the time of the version, once it is whole. Nothing is
 * left behind where it breaks off (`BrokenDownload`, a size that is not the version's too) or the disk refuses it.
 */
export async function writeDownload(
  folder: string,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { sizeBytes, changedMs }: FileVersion,
): Promise<void> {
  const part = partPath(folder);
  const handle = await open(part, "wx");
  try {
    const written = await writeAndClose(handle, bytes);
    if (written !== sizeBytes) throw new BrokenDownload("a download has another size");
    await utimes(part, new Date(changedMs), new Date(changedMs));
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

async function writeAndClose(handle: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let written = 0;
  try {
    for await (const piece of piecesOf(bytes)) {
      await handle.writeFile(piece);
      written += piece.length;
    }
  } finally {
    await handle.close();
  }
  return written;
}

/** What breaks on the way is told from what breaks in writing. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (cause) {
    throw new BrokenDownload("a download broke off", { cause });
  }
}
