import type { Dialect } from "../sql/database.ts";
import { quotedName } from "../sql/quoted-name.ts";
import { bareTableName } from "../store/table-names.ts";
import type { Tie } from "./find-dependents.ts";
import { markChanged } from "./mark-changed.ts";
import { giveBack, takeIntoWork } from "./take-into-work.ts";
import type { WritingPool } from "./writing-pool.ts";

/** How many rows a sweep of one table has deleted, and in how many it has emptied a field. */
export interface ClearedRows {
  readonly deleted: number;
  readonly emptied: number;
}

/**
 * Clears the rows of a table (real name) whose fields point at nobody, all ties of it to one table together. It is taken
 * into work meanwhile; "busy" where another call has it.
 */
export async function clearOrphans(
  table: string,
  ties: readonly Tie[],
  pool: WritingPool,
): Promise<ClearedRows | "busy"> {
  const { db } = pool;
  const bare = bareTableName(table, pool.nick);
  const held = await takeIntoWork([bare], pool);
  if (held.length > 0) return "busy";
  const cleared = await db.transaction(async () => {
    const done = { deleted: 0, emptied: 0 };
    for (const tie of ties.filter(({ nullable }) => !nullable)) {
      done.deleted += (await db.run(deleteOrphans(tie, db.dialect))).affected;
    }
    for (const tie of ties.filter(({ nullable }) => nullable)) {
      done.emptied += (await db.run(emptyOrphans(tie, db.dialect))).affected;
    }
    if (done.deleted + done.emptied > 0) await markChanged(bare, pool);
    return done;
  });
  if (cleared.deleted + cleared.emptied > 0) pool.marked.add(bare);
  await giveBack([bare], pool);
  return cleared;
}

/** A row is an orphan whose field is neither empty nor found in the main table. */
function orphans(
  { table, main, key, target }: Tie,
  dialect: Dialect,
): { readonly from: string; readonly where: string } {
  const field = `d.${quotedName(key)}`;
  const from = `${quotedName(table)} AS d`;
  const filled = `${field} IS NOT NULL AND CAST(${field} AS CHAR) NOT IN ('', '0')`;
  const found = `${quotedName(main)} AS m`;
  const points = `m.${quotedName(target)} = ${field}`;
  if (dialect === "sqlite") return { from, where: `${filled} AND NOT EXISTS (SELECT 1 FROM ${found} WHERE ${points})` };
  return { from: `${from} LEFT JOIN ${found} ON ${points}`, where: `${filled} AND m.${quotedName(target)} IS NULL` };
}

function deleteOrphans(tie: Tie, dialect: Dialect): string {
  const { from, where } = orphans(tie, dialect);
  return `DELETE ${dialect === "sqlite" ? "" : "d "}FROM ${from} WHERE ${where}`;
}

function emptyOrphans(tie: Tie, dialect: Dialect): string {
  const { from, where } = orphans(tie, dialect);
  const field = `${dialect === "sqlite" ? "" : "d."}${quotedName(tie.key)}`;
  return `UPDATE ${from} SET ${field} = ${tie.takesNull ? "NULL" : "0"} WHERE ${where}`;
}
