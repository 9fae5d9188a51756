import type { Database } from "../sql/database.ts";

/**
 * Takes `count` ids of the table's generator and answers the first of them; undefined where the table has none.
 * Stands in the caller's transaction, so that the ids and their rows come together.
 */
export async function nextId(db: Database, table: string, count = 1): Promise<number | undefined> {
  await db.run("UPDATE {DBNICK}_generator SET gen_value = gen_value + ? WHERE table_name = ?", [count, table]);
  const [row] = await db.all<{ gen_value: number }>("SELECT gen_value FROM {DBNICK}_generator WHERE table_name = ?", [
    table,
  ]);
  return row === undefined ? undefined : Number(row.gen_value) - count + 1;
}
