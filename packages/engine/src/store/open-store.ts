import { existsSync } from "node:fs";
import { join } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import type { Refusal } from "./create-store.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { finishSchema } from "./server-schema.ts";
import { SETTINGS_FILE } from "./store-layout.ts";
import { readSettings, type StoreSettings } from "./store-settings.ts";

/** A store that is open; `db` is the caller's to close. */
export interface Store {
  readonly folder: string;
  readonly settings: StoreSettings;
  readonly schemaVersion: number;
  readonly database: OpenDatabase;
  /** The door of `database`. */
  readonly db: OpenDatabase["db"];
}

/** Opens the store of a folder. A store of another schema is refused with what brings the two together. */
export async function openStore(folder: string, mode: "read" | "write"): Promise<Store | Refusal> {
  const opened = await openAnySchema(folder, mode);
  if ("refusal" in opened) return opened;
  const { schemaVersion, db } = opened;
  if (schemaVersion === SCHEMA_VERSION) return opened;
  await db.close();
  const refusal = schemaVersion < SCHEMA_VERSION ? storeRefusals.older : storeRefusals.newer;
  return { refusal: refusal(folder, schemaVersion, SCHEMA_VERSION) };
}

/** Opens a store whatever its schema is: what an upgrade works on. */
export async function openAnySchema(folder: string, mode: "read" | "write"): Promise<Store | Refusal> {
  if (!existsSync(join(folder, SETTINGS_FILE))) return { refusal: storeRefusals.noStoreIn(folder) };
  const settings = await readSettings(folder);
  if ("refusal" in settings) return settings;
  let opened: OpenDatabase | undefined;
  try {
    const database = await openDatabase(folder, settings, mode);
    if ("refusal" in database) return database;
    opened = database;
    const { db } = database;
    const schemaVersion = await readSchemaVersion(db);
    if (schemaVersion === undefined) {
      await db.close();
      return { refusal: noStore(folder, settings.nick, database) };
    }
    // An init that died between the last two things it does leaves this one: the folder is there, so the store is whole.
    if (database.engine === "server") await finishSchema(db);
    return { folder, settings, database, db, schemaVersion };
  } catch (error) {
    await opened?.db.close();
    if (error instanceof UnreachableDatabase) return { refusal: error.message };
    if (opened !== undefined && error instanceof RefusedStatement) {
      return { refusal: storeRefusals.databaseRefused(opened.place, error.message) };
    }
    return { refusal: storeRefusals.folderFailed(folder, systemReason(error)) };
  }
}

function noStore(folder: string, nick: string, { engine, place }: OpenDatabase): string {
  return engine === "sqlite"
    ? storeRefusals.notADatabase(folder, place, nick)
    : storeRefusals.noStoreInDatabase(place, nick);
}
