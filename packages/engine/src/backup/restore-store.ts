import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backupRefusals, storeRefusals, systemReason } from "@prilavok/protocol";
import { makeFolder } from "@prilavok/protocol/make-folder";
import { aloneInFolder } from "../store/alone-in-folder.ts";
import { SCHEMA_VERSION } from "../store/migrations.ts";
import { clearStaging, openStaging, placeStore, STAGING_FOLDER } from "../store/place-store.ts";
import { storeAround } from "../store/store-around.ts";
import { ACTIVITY_FOLDER, STORE_ENTRIES, STORE_FOLDERS } from "../store/store-layout.ts";
import { ARCHIVED_FILES, CARD_FILE, isArchivedPath } from "./archive-layout.ts";
import { restoreDatabase } from "./restore-database.ts";
import { ClientFailed } from "./server-client.ts";
import { unpackArchive, WrongArchive } from "./unpack-archive.ts";

/** A store that stands again. */
export interface RestoredStore {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** When the archive was made, on the store's clock. */
  readonly made: string;
  /** Of its database; an older one is still to be upgraded. */
  readonly schema: number;
}

export interface RestoreOptions {
  /** Where the tables go of a store on a database server: `mysql://user:password@host/database`. */
  readonly db?: string | undefined;
  /** Told the bytes of each file that came out. */
  readonly report: (bytes: number) => void;
}

type Refusal = { readonly refusal: string };
type Card = Pick<RestoredStore, "name" | "made" | "schema">;

/** What stands beside a store's own entries and is put in place before them. */
const BESIDE = [ACTIVITY_FOLDER, ...ARCHIVED_FILES].filter((name) => !STORE_ENTRIES.some((entry) => entry === name));

/** Makes the store of an archive stand in a new or an empty folder: whole or not at all, whatever kills this process. */
export async function restoreStore(
  archive: string,
  folder: string,
  options: RestoreOptions,
): Promise<RestoredStore | Refusal> {
  if (!existsSync(archive)) return { refusal: backupRefusals.noArchive(archive) };
  const around = await storeAround(folder);
  if (around !== undefined) return { refusal: storeRefusals.insideAStore(folder, around) };
  try {
    makeFolder(folder);
    return await aloneInFolder(folder, () => restoreAlone(archive, resolve(folder), options));
  } catch (error) {
    if (error instanceof WrongArchive) return { refusal: backupRefusals.wrongArchive(archive, error.message) };
    if (error instanceof ClientFailed) return { refusal: backupRefusals.serverFailed(error.message) };
    return { refusal: backupRefusals.notRestored(folder, systemReason(error)) };
  }
}

async function restoreAlone(
  archive: string,
  folder: string,
  options: RestoreOptions,
): Promise<RestoredStore | Refusal> {
  const wasInterrupted = existsSync(join(folder, STAGING_FOLDER));
  const staging = await openStaging(folder);
  try {
    const left = wasInterrupted ? BESIDE : [];
    const there = (await readdir(folder)).filter((name) => !name.startsWith(".prilavok-init") && !left.includes(name));
    if (there.length > 0) return { refusal: backupRefusals.notEmpty(folder) };
    await unpackArchive(archive, staging, isArchivedPath, options.report);
    const card = await readCard(staging);
    if (card.schema > SCHEMA_VERSION) return { refusal: backupRefusals.newerArchive(card.schema, SCHEMA_VERSION) };
    for (const name of STORE_FOLDERS) await mkdir(join(staging, name), { recursive: true });
    const database = await restoreDatabase(staging, options.db);
    if ("refusal" in database) return database;
    try {
      for (const name of BESIDE) await moveIfThere(join(staging, name), join(folder, name));
      await placeStore(folder);
    } catch (error) {
      await database.undo();
      throw error;
    }
    return { ...card, folder };
  } finally {
    await clearStaging(folder);
  }
}

async function readCard(staging: string): Promise<Card> {
  const file = join(staging, CARD_FILE);
  const card = parseObject(existsSync(file) ? await readFile(file, "utf8") : "");
  await rm(file, { force: true });
  const { format, name, made, schema } = card ?? {};
  if (typeof name !== "string" || typeof made !== "string" || typeof schema !== "number") {
    throw new WrongArchive("it is no backup of a store");
  }
  if (format !== 1) throw new WrongArchive("a newer Prilavok made it: update this one");
  return { name, made, schema };
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
