import type { Database } from "../sql/database.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { SCHEMA } from "./schema.ts";

/** Puts the generators at 0 and the version rows into the tables of a new store, in the caller's transaction. */
export async function insertFirstRows(db: Database): Promise<void> {
  for (const { name } of SCHEMA.filter((table) => table.generator)) {
    await db.run("INSERT INTO {DBNICK}_generator (table_name, gen_value) VALUES (?, 0)", [name]);
  }
  await db.run("INSERT INTO {DBNICK}_agent_version (line, version) VALUES (1, 1)");
  await db.run("INSERT INTO {DBNICK}_store_meta (name, value) VALUES ('schema_version', ?)", [String(SCHEMA_VERSION)]);
}
