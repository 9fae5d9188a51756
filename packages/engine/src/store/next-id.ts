import type { Database } from "../sql/database.ts";

/**
 * Takes `count` ids of the generator of a table of the schema and answers the first of them. Stands in the caller's
 * transaction, so that the ids and their rows come together.
 */
export async function nextId(db: Database, table: string, count = 1): Promise<number> {
  await db.run("UPDATE {DBNICK}_generator SET gen_value = gen_value + ? WHERE table_name = ?", [count, table]);
  const [row] = await db.all<{ gen_value: number | string }>(
    "SELECT gen_value FROM {DBNICK}_generator WHERE table_name = ?",
    [table],
  );
  if (row === undefined) throw new Error(`the table ${table} has no generator`);
  return Number(row.gen_value) - count + 1;
}
