import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { isTaken } from "./is-taken.ts";

/** Adds a group at the end of the list; answers the id. */
export async function addGroup(
  db: Database,
  skey: string,
  name: string,
): Promise<{ id: number } | { refusal: string }> {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(skey)) return { refusal: accessRefusals.wrongGroupKey(skey) };
  if (!/^[^\p{Cc}]{1,100}$/u.test(name)) return { refusal: accessRefusals.wrongName(name, 100) };
  return await db.transaction(async () => {
    if (await isTaken(db, "user_group", "skey", skey)) return { refusal: accessRefusals.groupTaken(skey) };
    const id = await nextId(db, "user_group");
    await db.run(
      `INSERT INTO {DBNICK}_user_group (id, skey, name, pos)
       SELECT ?, ?, ?, COALESCE(MAX(pos), 0) + 1 FROM {DBNICK}_user_group`,
      [id, skey, name],
    );
    return { id };
  });
}
