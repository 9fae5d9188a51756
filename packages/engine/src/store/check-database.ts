import { systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";

/** Reads a database through for damage; what is wrong in its own words, undefined where nothing is. */
export async function checkDatabase(db: Database): Promise<string | undefined> {
  if (db.dialect !== "sqlite") return undefined;
  try {
    const [row] = await db.all<{ quick_check: string }>("PRAGMA quick_check(1)");
    return row?.quick_check === "ok" ? undefined : row?.quick_check;
  } catch (error) {
    return systemReason(error);
  }
}
