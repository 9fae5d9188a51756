import { systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { quotedName } from "../sql/quoted-name.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import type { Store } from "./open-store.ts";
import { SCHEMA } from "./schema.ts";

/**
 * Reads a store's database through for damage, tables and columns that lack among it; what is wrong in words, undefined where
 * nothing is. Of an older schema, whose tables are still to be changed, the file alone is read.
 */
export async function checkDatabase({
  db,
  schemaVersion,
}: Pick<Store, "db" | "schemaVersion">): Promise<string | undefined> {
  const damage = await checkFile(db);
  return damage === undefined && schemaVersion === SCHEMA_VERSION ? checkSchema(db) : damage;
}

async function checkSchema(db: Database): Promise<string | undefined> {
  for (const { name, columns } of SCHEMA) {
    const list = columns.map((column) => quotedName(column.name)).join(", ");
    try {
      await db.all(`SELECT ${list} FROM {DBNICK}_${name} LIMIT 0`);
    } catch (error) {
      return `the table ${name} is not as it was made: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  const version = await db.all("SELECT version FROM {DBNICK}_agent_version");
  return version.length === 0 ? "the row of agent_version, which tells of changed rights, is gone" : undefined;
}

async function checkFile(db: Database): Promise<string | undefined> {
  if (db.dialect !== "sqlite") return undefined;
  try {
    const [row] = await db.all<{ quick_check: string }>("PRAGMA quick_check(1)");
    return row?.quick_check === "ok" ? undefined : row?.quick_check;
  } catch (error) {
    return systemReason(error);
  }
}
