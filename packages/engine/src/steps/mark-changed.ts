import { changeMarkSql } from "../sql/change-mark.ts";
import type { WritingPool } from "./writing-pool.ts";

/** Marks a table (bare name) as changed, in the transaction that changes it. */
export async function markChanged(table: string, { db, now }: Pick<WritingPool, "db" | "now">): Promise<void> {
  await db.run(changeMarkSql(db.dialect), [table, now()]);
}
