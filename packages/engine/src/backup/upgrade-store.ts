import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { storeRefusals, systemReason, wallClock } from "@prilavok/protocol";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { aloneInFolder } from "../store/alone-in-folder.ts";
import { migrate } from "../store/migrate.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../store/migrations.ts";
import { openAnySchema, type Store } from "../store/open-store.ts";
import { BACKUPS_FOLDER, SETTINGS_FILE } from "../store/store-layout.ts";
import { type BackupOptions, backUpStore } from "./backup-store.ts";

/** What an upgrade did; `backup` is the absolute path of the older store's archive, undefined where nothing of it was changed. */
export interface UpgradedStore {
  readonly from: number;
  readonly to: number;
  readonly backup: string | undefined;
}

type Refusal = { readonly refusal: string };

/** Brings an older store to this schema: a backup of all of it first, then each migration in a transaction of its own. */
export async function upgradeStore(folder: string, options: BackupOptions): Promise<UpgradedStore | Refusal> {
  if (!existsSync(join(folder, SETTINGS_FILE))) return { refusal: storeRefusals.noStoreIn(folder) };
  try {
    return await aloneInFolder(folder, () => upgradeAlone(folder, options));
  } catch (error) {
    return { refusal: storeRefusals.folderFailed(folder, systemReason(error)) };
  }
}

async function upgradeAlone(folder: string, options: BackupOptions): Promise<UpgradedStore | Refusal> {
  const store = await openAnySchema(folder, "write");
  if ("refusal" in store) return store;
  const from = store.schemaVersion;
  try {
    if (from === SCHEMA_VERSION) return { from, to: from, backup: undefined };
    if (from > SCHEMA_VERSION) return { refusal: storeRefusals.newer(folder, from, SCHEMA_VERSION) };
    const backup = await backUpStore(store, resolve(folder, BACKUPS_FOLDER, archiveName(store)), options);
    if ("refusal" in backup) return backup;
    for (const migration of MIGRATIONS) await migrate(store.db, migration);
    return { from, to: SCHEMA_VERSION, backup: backup.file };
  } catch (error) {
    if (!(error instanceof RefusedStatement)) throw error;
    return { refusal: storeRefusals.databaseRefused(store.database.place, error.message) };
  } finally {
    await store.db.close();
  }
}

function archiveName({ schemaVersion, settings }: Store): string {
  const time = wallClock(new Date(), settings.timezone).replace(" ", "_").replace(/[-:]/g, "");
  return `schema-${schemaVersion}-${time}.tar.gz`;
}
