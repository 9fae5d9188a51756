import type { Database } from "../sql/database.ts";
import { createTables } from "./create-tables.ts";
import { insertFirstRows } from "./insert-first-rows.ts";

/** Makes the whole schema, in a database without tables of this nick. */
export async function createSchema(db: Database): Promise<void> {
  await createTables(db);
  await insertFirstRows(db);
}
