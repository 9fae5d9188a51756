import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../sql/database.ts";
import { quoteName } from "./column-ddl.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { Store } from "./open-store.ts";
import { BACKUPS_FOLDER } from "./store-layout.ts";
import { syncFile, syncFolder } from "./sync-tree.ts";

/**
 * Keeps what an upgrade is about to change: of a file a copy of the whole, a path from the store's folder; on a server
 * copies of the tables that get other columns, beside them. Answers where, undefined where no table does.
 */
export async function backUpBeforeUpgrade(store: Store, version: number): Promise<string | undefined> {
  const time = new Date()
    .toLocaleString("sv-SE", { timeZone: store.settings.timezone })
    .replace(" ", "_")
    .replace(/[-:]/g, "");
  return store.database.engine === "sqlite"
    ? copyFile(store, `${BACKUPS_FOLDER}/schema-${version}-${time}.sqlite`)
    : copyTables(store.db, version, `schema_${version}_${time}`);
}

/** A copy of the live database under its name only when it is whole. */
async function copyFile({ folder, db }: Store, backup: string): Promise<string> {
  const part = `${backup}.${process.pid}.part`;
  await mkdir(join(folder, BACKUPS_FOLDER), { recursive: true });
  await db.run("VACUUM INTO ?", [join(folder, part)]);
  await syncFile(join(folder, part));
  await rename(join(folder, part), join(folder, backup));
  await syncFolder(join(folder, BACKUPS_FOLDER));
  return backup;
}

async function copyTables(db: Database, version: number, suffix: string): Promise<string | undefined> {
  const statements = MIGRATIONS.filter((migration) => migration.version > version).flatMap((migration) =>
    migration.statements(db.dialect),
  );
  const altered = new Set(statements.flatMap((sql) => /^ALTER TABLE `\{DBNICK\}_(\w+)`/.exec(sql)?.[1] ?? []));
  const copies: string[] = [];
  for (const table of altered) {
    const copy = `${db.nick}_${table}_${suffix}`;
    const real = quoteName(`{DBNICK}_${table}`, db.dialect);
    await db.run(`CREATE TABLE ${quoteName(copy, db.dialect)} LIKE ${real}`);
    await db.run(`INSERT INTO ${quoteName(copy, db.dialect)} SELECT * FROM ${real}`);
    copies.push(copy);
  }
  return copies.length === 0 ? undefined : copies.join(", ");
}
