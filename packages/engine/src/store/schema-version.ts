import type { Database } from "../sql/database.ts";

/** The schema of a store's tables; undefined where the database holds no table of a store of this nick. */
export async function readSchemaVersion(db: Database): Promise<number | undefined> {
  const [table] = await db.all(
    db.dialect === "sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name = '{DBNICK}_store_meta'"
      : "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '{DBNICK}_store_meta'",
  );
  if (table === undefined) return undefined;
  const [row] = await db.all<{ value: string }>("SELECT value FROM {DBNICK}_store_meta WHERE name = 'schema_version'");
  return row === undefined ? undefined : Number(row.value);
}

/** Writes the version down, in the transaction of the change that made it. */
export async function writeSchemaVersion(db: Database, version: number): Promise<void> {
  await db.run("UPDATE {DBNICK}_store_meta SET value = ? WHERE name = 'schema_version'", [String(version)]);
}
