import type { Database } from "../sql/database.ts";
import { createTable } from "./create-table.ts";
import { SCHEMA, VERSIONED_TABLES } from "./schema.ts";
import type { Table } from "./table-notation.ts";
import { versionTriggers } from "./version-triggers.ts";

/** Makes the tables of the schema with what watches them, all of them or these, where none of their names is taken. */
export async function createTables(db: Database, tables: readonly Table[] = SCHEMA): Promise<void> {
  const statements = [
    ...tables.flatMap((table) => createTable(table, db.dialect)),
    ...VERSIONED_TABLES.flatMap((table) => versionTriggers(table, db.dialect)),
  ];
  for (const statement of statements) await db.run(statement);
}
