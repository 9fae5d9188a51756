import { existsSync } from "node:fs";
import { join } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import type { Refusal } from "./create-store.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { SETTINGS_FILE } from "./store-layout.ts";
import { databaseFile, readSettings, type StoreSettings } from "./store-settings.ts";

/** A store that is open; `db` is the caller's to close. */
export interface Store {
  readonly folder: string;
  readonly settings: StoreSettings;
  /** Where the SQLite file is. */
  readonly databaseFile: string;
  readonly db: Database;
}

/** Opens the store of a folder. A store of another schema is refused with what brings the two together. */
export async function openStore(folder: string, mode: "read" | "write"): Promise<Store | Refusal> {
  const opened = await openAnySchema(folder, mode);
  if ("refusal" in opened) return opened;
  const { schemaVersion, ...store } = opened;
  if (schemaVersion === SCHEMA_VERSION) return store;
  await store.db.close();
  const refusal = schemaVersion < SCHEMA_VERSION ? storeRefusals.older : storeRefusals.newer;
  return { refusal: refusal(folder, schemaVersion, SCHEMA_VERSION) };
}

/** Opens a store whatever its schema is: what an upgrade works on. */
export async function openAnySchema(
  folder: string,
  mode: "read" | "write",
): Promise<(Store & { readonly schemaVersion: number }) | Refusal> {
  if (!existsSync(join(folder, SETTINGS_FILE))) return { refusal: storeRefusals.noStoreIn(folder) };
  const settings = await readSettings(folder);
  if ("refusal" in settings) return settings;
  if (settings.db.engine !== "sqlite") return { refusal: storeRefusals.otherEngine(settings.db.engine) };
  const file = databaseFile(folder, settings.db.file);
  if (!existsSync(file)) return { refusal: storeRefusals.noDatabase(folder, settings.db.file) };
  try {
    const db = openSqliteDatabase(file, { nick: settings.nick, mode });
    const schemaVersion = await readSchemaVersion(db);
    if (schemaVersion !== undefined) return { folder, settings, databaseFile: file, db, schemaVersion };
    await db.close();
    return { refusal: storeRefusals.notADatabase(folder, settings.db.file, settings.nick) };
  } catch (error) {
    return { refusal: storeRefusals.folderFailed(file, systemReason(error)) };
  }
}
