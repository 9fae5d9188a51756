import type { Database } from "../sql/database.ts";

/** Is there a row whose name is this one but for the case of letters; SQLite knows the case of ASCII only, so it is told here. */
export async function isTaken(db: Database, table: string, column: string, name: string): Promise<boolean> {
  const rows = await db.all<{ name: string }>(`SELECT ${column} AS name FROM {DBNICK}_${table}`);
  return rows.some((row) => row.name.toLowerCase() === name.toLowerCase());
}
