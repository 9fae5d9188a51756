import type { Database } from "../sql/database.ts";
import { createTable } from "./create-table.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { SCHEMA, VERSIONED_TABLES } from "./schema.ts";
import { versionTriggers } from "./version-triggers.ts";

/** Makes every table of the schema, the generators at 0 and the version rows, in a database without tables of this nick. */
export async function createSchema(db: Database): Promise<void> {
  const statements = [
    ...SCHEMA.flatMap((table) => createTable(table, db.dialect)),
    ...VERSIONED_TABLES.flatMap((table) => versionTriggers(table, db.dialect)),
  ];
  for (const statement of statements) await db.run(statement);
  for (const { name } of SCHEMA.filter((table) => table.generator)) {
    await db.run("INSERT INTO {DBNICK}_generator (table_name, gen_value) VALUES (?, 0)", [name]);
  }
  await db.run("INSERT INTO {DBNICK}_agent_version (line, version) VALUES (1, 1)");
  await db.run("INSERT INTO {DBNICK}_store_meta (name, value) VALUES ('schema_version', ?)", [String(SCHEMA_VERSION)]);
}
