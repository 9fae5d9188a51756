import type { Db } from "@prilavok/sdk";

/**
 * Takes `count` ids of a table's generator at once and answers the first of them; `db.generate` takes one by one. Call it
 * inside the transaction that writes the rows, so that the ids and their rows come together.
 */
export async function takeIds(db: Db, table: string, count: number): Promise<number> {
  if (count === 0) return 0;
  const statement = "UPDATE {DBNICK}_generator SET gen_value = gen_value + :COUNT WHERE table_name = :TABLE";
  const { affected } = await db.run(statement, { COUNT: count, TABLE: table });
  if (affected === 0) throw new Error(`the table ${table} has no generator`);
  const [row] = await db.rows("SELECT gen_value FROM {DBNICK}_generator WHERE table_name = :TABLE", { TABLE: table });
  return Number(row?.gen_value) - count + 1;
}
