import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backupRefusals, storeRefusals } from "@prilavok/protocol";
import { type MysqlAddress, readMysqlAddress, withoutPassword } from "../sql/mysql-address.ts";
import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import { checkDatabase } from "../store/check-database.ts";
import { openOnServer, PASSWORD_VARIABLE } from "../store/open-database.ts";
import { openAnySchema } from "../store/open-store.ts";
import { DATABASE_FILE, SETTINGS_FILE } from "../store/store-layout.ts";
import { DUMP_FILE } from "./archive-layout.ts";
import { dropTables, findOwnTable, loadTables } from "./server-tables.ts";
import { WrongArchive } from "./unpack-archive.ts";

type Refusal = { readonly refusal: string };

/** A database that stands; `undo` takes it away again where the store around it does not come to stand. */
export interface RestoredDatabase {
  undo(): Promise<void>;
}

/**
 * Makes the database of an unpacked store and names it in its settings: the file beside them, or the tables of its dump in a
 * database on a server that has none of its nick (`url`).
 */
export async function restoreDatabase(staging: string, url: string | undefined): Promise<RestoredDatabase | Refusal> {
  const isDump = existsSync(join(staging, DUMP_FILE));
  if (isDump && url === undefined) return { refusal: backupRefusals.needsServer };
  if (!isDump && url !== undefined) return { refusal: backupRefusals.needsNoServer };
  const settings = await readSettingsText(staging);
  return url === undefined ? restoreFile(staging, settings) : restoreTables(staging, settings, url);
}

/** The database stood perhaps under another name; a copy is no WAL database until it is told. */
async function restoreFile(staging: string, settings: Record<string, unknown>): Promise<RestoredDatabase | Refusal> {
  await writeSettings(staging, { ...settings, db: { engine: "sqlite", file: DATABASE_FILE } }, 0o644);
  await openSqliteDatabase(join(staging, DATABASE_FILE), { nick: "", mode: "create" }).close();
  return (await checkStore(staging)) ?? { undo: async () => undefined };
}

async function restoreTables(
  staging: string,
  settings: Record<string, unknown>,
  url: string,
): Promise<RestoredDatabase | Refusal> {
  const given = readMysqlAddress(url);
  if ("problem" in given) return { refusal: storeRefusals.wrongOption("--db", given.problem) };
  const password = process.env[PASSWORD_VARIABLE];
  const address = password === undefined ? given : { ...given, password };
  const kept = password === undefined ? url : withoutPassword(url);
  const opened = await openOnServer(address, String(settings["nick"] ?? ""));
  if ("refusal" in opened) return opened;
  const { db, place } = opened;
  try {
    const taken = await findOwnTable(db);
    if (taken !== undefined) return { refusal: backupRefusals.tablesStand(place, taken) };
    const dump = join(staging, DUMP_FILE);
    await loadTables({ db, address, folder: staging }, dump);
    await rm(dump);
    await writeSettings(staging, { ...settings, db: { engine: db.dialect, url: kept } }, 0o600);
    const refused = await checkStore(staging);
    if (refused !== undefined) await dropTables(db);
    return refused ?? { undo: () => dropAgain(address, db.nick) };
  } finally {
    await db.close();
  }
}

async function dropAgain(address: MysqlAddress, nick: string): Promise<void> {
  const opened = await openOnServer(address, nick);
  if ("refusal" in opened) return;
  try {
    await dropTables(opened.db);
  } finally {
    await opened.db.close();
  }
}

async function checkStore(staging: string): Promise<Refusal | undefined> {
  const store = await openAnySchema(staging, "write");
  if ("refusal" in store) return store;
  try {
    const damage = await checkDatabase(store);
    if (damage !== undefined) throw new WrongArchive(`its database is damaged: ${damage}`);
    return undefined;
  } finally {
    await store.db.close();
  }
}

async function readSettingsText(staging: string): Promise<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(await readFile(join(staging, SETTINGS_FILE), "utf8"));
    if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return { ...settings };
  } catch {
    // Said below, like a text that is no object.
  }
  throw new WrongArchive("its store.json is not whole");
}

async function writeSettings(staging: string, settings: Record<string, unknown>, mode: number): Promise<void> {
  const file = join(staging, SETTINGS_FILE);
  await rm(file);
  await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`, { mode });
}
