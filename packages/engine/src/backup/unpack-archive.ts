import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Extract, extract } from "tar-stream";

type Entry = Extract extends AsyncIterable<infer Entry> ? Entry : never;

/** An archive is not what it should be, or is not whole; the message says what of it. */
export class WrongArchive extends Error {
  override readonly name = "WrongArchive";
}

/** Writes what an archive holds below a folder. `isExpected` tells the paths it may hold: nothing else is written. */
export async function unpackArchive(
  file: string,
  folder: string,
  isExpected: (path: string) => boolean,
  report: (bytes: number) => void,
): Promise<void> {
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  const writing = (async () => {
    for await (const entry of archive) report(await writeEntry(entry, folder, isExpected));
  })();
  const failed = (await Promise.allSettled([writing, reading])).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw asWrongArchive(failed.reason);
}

async function writeEntry(entry: Entry, folder: string, isExpected: (path: string) => boolean): Promise<number> {
  const { name, type, size = 0, mode = 0o600 } = entry.header;
  if (type !== "file" || !isExpected(name)) throw new WrongArchive(`it holds [${name.slice(0, 200)}]`);
  const path = join(folder, ...name.split("/"));
  await mkdir(dirname(path), { recursive: true });
  await pipeline(entry, createWriteStream(path, { flags: "wx", mode: mode & 0o777 }));
  return size;
}

/** What gunzip and the reader of tar say of a broken archive; an error of the system stays what it is. */
function asWrongArchive(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof WrongArchive || /^E[A-Z]+$/.test(code)) return error;
  return new WrongArchive("it is cut short or damaged", { cause: error });
}
