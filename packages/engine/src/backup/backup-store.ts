import { existsSync } from "node:fs";
import { link, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { backupRefusals, systemReason, wallClock } from "@prilavok/protocol";
import { makeFolder } from "@prilavok/protocol/make-folder";
import type { Store } from "../store/open-store.ts";
import { DATABASE_FILE } from "../store/store-layout.ts";
import { syncFolder } from "../store/sync-tree.ts";
import { ARCHIVED_FILES, ARCHIVED_FOLDERS, type ArchiveCard, CARD_FILE, DUMP_FILE } from "./archive-layout.ts";
import { type ArchiveSource, filesBelow, packArchive } from "./pack-archive.ts";
import { ClientFailed } from "./server-client.ts";
import { dumpTables } from "./server-tables.ts";

/** An archive that stands. */
export interface BackedUpStore {
  readonly file: string;
  readonly files: number;
  readonly sizeBytes: number;
}

export interface BackupOptions {
  readonly version: string;
  /** Told the bytes of each file that went in. */
  readonly report: (bytes: number) => void;
}

/**
 * Puts a whole store into one archive while it is at work: the database as it is at one moment, then the files its rows
 * name. The archive appears whole or not at all, and takes no other file's place; it holds the store's secrets.
 */
export async function backUpStore(
  store: Store,
  file: string,
  options: BackupOptions,
): Promise<BackedUpStore | { readonly refusal: string }> {
  if (existsSync(file)) return { refusal: backupRefusals.fileStands(file) };
  let staging: string | undefined;
  try {
    makeFolder(dirname(file));
    staging = await mkdtemp(join(dirname(file), ".prilavok-backup-"));
    await copyDatabase(store, staging);
    await writeFile(join(staging, CARD_FILE), JSON.stringify(cardOf(store, options.version)));
    const part = join(staging, "archive");
    const files = await packArchive(part, sourcesOf(store, staging), options.report);
    if (!(await placeArchive(part, file))) return { refusal: backupRefusals.fileStands(file) };
    await syncFolder(dirname(file));
    return { file, files, sizeBytes: (await stat(file)).size };
  } catch (error) {
    if (error instanceof ClientFailed) return { refusal: backupRefusals.serverFailed(error.message) };
    return { refusal: backupRefusals.notWritten(file, systemReason(error)) };
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true });
  }
}

/** Gives the archive its name unless another backup has taken it meanwhile: a link, unlike a rename, replaces nothing. */
async function placeArchive(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    // A file system without links.
    if (existsSync(file)) return false;
    await rename(part, file);
    return true;
  }
}

async function copyDatabase({ database }: Store, staging: string): Promise<void> {
  if (database.engine === "server") return dumpTables({ ...database, folder: staging }, join(staging, DUMP_FILE));
  await database.db.run("VACUUM INTO ?", [join(staging, DATABASE_FILE)]);
}

function cardOf({ settings, schemaVersion }: Store, version: string): ArchiveCard {
  const made = wallClock(new Date(), settings.timezone);
  return {
    format: 1,
    prilavok: version,
    schema: schemaVersion,
    name: settings.name,
    engine: settings.db.engine,
    made,
  };
}

async function* sourcesOf({ folder }: Store, staging: string): AsyncGenerator<ArchiveSource, void, void> {
  for (const name of [CARD_FILE, DATABASE_FILE, DUMP_FILE]) yield { name, path: join(staging, name) };
  for (const name of ARCHIVED_FILES) yield { name, path: join(folder, name) };
  for (const name of ARCHIVED_FOLDERS) yield* filesBelow(join(folder, name), name);
}
