import type { Database } from "../sql/database.ts";
import { idValue } from "./id-value.ts";

/** Ids looked up in one statement. */
const LOOKED_UP = 500;

/** The first of these ids (digits) that a table (bare name) has no row of. */
export async function firstMissing(db: Database, table: string, ids: readonly string[]): Promise<string | undefined> {
  for (const asked of inChunks([...new Set(ids)])) {
    const rows = await db.all<{ id: number | string }>(
      `SELECT id FROM {DBNICK}_${table} WHERE id IN (${asked.map(() => "?").join(", ")})`,
      asked.map(idValue),
    );
    const found = new Set(rows.map(({ id }) => String(id)));
    const missing = asked.find((id) => !found.has(id));
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** A list in pieces that one statement can name. */
export function inChunks<Item>(list: readonly Item[]): Item[][] {
  const count = Math.ceil(list.length / LOOKED_UP);
  return Array.from({ length: count }, (_, at) => list.slice(at * LOOKED_UP, (at + 1) * LOOKED_UP));
}
