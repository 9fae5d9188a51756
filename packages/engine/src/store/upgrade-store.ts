import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { aloneInFolder } from "./alone-in-folder.ts";
import type { Refusal } from "./create-store.ts";
import { MIGRATIONS, type Migration, SCHEMA_VERSION } from "./migrations.ts";
import { openAnySchema, type Store } from "./open-store.ts";
import { readSchemaVersion, writeSchemaVersion } from "./schema-version.ts";
import { BACKUPS_FOLDER, SETTINGS_FILE } from "./store-layout.ts";
import { syncFile, syncFolder } from "./sync-tree.ts";

/** What an upgrade did; `backup` is the older database, a path from the store's folder; none where there was nothing to do. */
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
    const backup = await backUp(store, from);
    for (const migration of MIGRATIONS) await migrate(store.db, migration);
    return { from, to: SCHEMA_VERSION, backup };
  } finally {
    await store.db.close();
  }
}

/** A copy of the live database under its name only when it is whole. */
async function backUp({ folder, settings, db }: Store, version: number): Promise<string> {
  const time = new Date()
    .toLocaleString("sv-SE", { timeZone: settings.timezone })
    .replace(" ", "_")
    .replace(/[-:]/g, "");
  const backup = `${BACKUPS_FOLDER}/schema-${version}-${time}.sqlite`;
  const part = `${backup}.${process.pid}.part`;
  await mkdir(join(folder, BACKUPS_FOLDER), { recursive: true });
  await db.run("VACUUM INTO ?", [join(folder, part)]);
  await syncFile(join(folder, part));
  await rename(join(folder, part), join(folder, backup));
  await syncFolder(join(folder, BACKUPS_FOLDER));
  return backup;
}

/** The version is read inside the transaction: another upgrade may have been here in the meantime. */
async function migrate(db: Database, { version, statements }: Migration): Promise<void> {
  await db.transaction(async () => {
    if ((await readSchemaVersion(db)) !== version - 1) return;
    for (const statement of statements(db.dialect)) await db.run(statement);
    await writeSchemaVersion(db, version);
  });
}
