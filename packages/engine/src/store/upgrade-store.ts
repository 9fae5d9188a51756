import { existsSync } from "node:fs";
import { join } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import { RefusedStatement } from "../sql/step-database.ts";
import { aloneInFolder } from "./alone-in-folder.ts";
import { backUpBeforeUpgrade } from "./back-up-before-upgrade.ts";
import type { Refusal } from "./create-store.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "./migrations.ts";
import { openAnySchema } from "./open-store.ts";
import { SETTINGS_FILE } from "./store-layout.ts";

/** What an upgrade did; `backup` is where the older database is kept, undefined where nothing of it was changed. */
export interface UpgradedStore {
  readonly from: number;
  readonly to: number;
  readonly backup: string | undefined;
}

/** Brings an older store to this schema: a backup of its database first, then each migration in a transaction of its own. */
export async function upgradeStore(folder: string): Promise<UpgradedStore | Refusal> {
  if (!existsSync(join(folder, SETTINGS_FILE))) return { refusal: storeRefusals.noStoreIn(folder) };
  try {
    return await aloneInFolder(folder, () => upgradeAlone(folder));
  } catch (error) {
    return { refusal: storeRefusals.folderFailed(folder, systemReason(error)) };
  }
}

async function upgradeAlone(folder: string): Promise<UpgradedStore | Refusal> {
  const store = await openAnySchema(folder, "write");
  if ("refusal" in store) return store;
  const from = store.schemaVersion;
  try {
    if (from === SCHEMA_VERSION) return { from, to: from, backup: undefined };
    if (from > SCHEMA_VERSION) return { refusal: storeRefusals.newer(folder, from, SCHEMA_VERSION) };
    const backup = await backUpBeforeUpgrade(store, from);
    for (const migration of MIGRATIONS) await migrate(store.db, migration);
    return { from, to: SCHEMA_VERSION, backup };
  } catch (error) {
    if (!(error instanceof RefusedStatement)) throw error;
    return { refusal: storeRefusals.databaseRefused(store.database.place, error.message) };
  } finally {
    await store.db.close();
  }
}
