import { createWriteStream } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";

/** A file to put into an archive under `name`; one that is gone by then is left out. */
export interface ArchiveSource {
  readonly name: string;
  readonly path: string;
}

/** Pictures do not get smaller, and texts do at any level. */
const GZIP_LEVEL = 3;
/** What is being written beside its place. */
const PART = /\.part$/;

/** Writes a `.tar.gz` of mode 0600, a file after another; answers how many files it holds. Rejects with the system's error. */
export async function packArchive(
  target: string,
  sources: AsyncIterable<ArchiveSource>,
  report: (bytes: number) => void,
): Promise<number> {
  const archive = pack();
  const out = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  const writing = pipeline(archive, createGzip({ level: GZIP_LEVEL }), out);
  const adding = addAll(archive, sources, report).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [files] = await Promise.all([adding, writing]);
  return files;
}

async function addAll(
  archive: Pack,
  sources: AsyncIterable<ArchiveSource>,
  report: (bytes: number) => void,
): Promise<number> {
  let files = 0;
  for await (const source of sources) {
    const bytes = await addFile(archive, source);
    if (bytes === undefined) continue;
    files += 1;
    report(bytes);
  }
  archive.finalize();
  return files;
}

/** The file is open before its size is told, so a change of its name does not matter. */
async function addFile(archive: Pack, { name, path }: ArchiveSource): Promise<number | undefined> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size, mode, mtime } = await file.stat();
    const entry = archive.entry({ name, size, mode: mode & 0o777, mtime });
    const bytes = size === 0 ? [] : file.createReadStream({ start: 0, end: size - 1, autoClose: false });
    await pipeline(bytes, entry);
    return size;
  } finally {
    await file.close();
  }
}

/** Every file below a folder, by names with `/`. Links are left out: where they lead is not the store's. */
export async function* filesBelow(folder: string, name: string): AsyncGenerator<ArchiveSource, void, void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const source = { name: `${name}/${entry.name}`, path: join(folder, entry.name) };
    if (entry.isDirectory() && entry.name !== "node_modules") yield* filesBelow(source.path, source.name);
    else if (entry.isFile() && !PART.test(entry.name)) yield source;
  }
}
