import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { countOwners } from "./count-owners.ts";
import { findPerson } from "./find-holder.ts";

/** Blocks a person or lets them in again, from the next call on; the last one who may change the AI settings stays. */
export async function blockPerson(
  db: Database,
  login: string,
  blocked: boolean,
): Promise<{ refusal: string } | undefined> {
  return await db.transaction(async () => {
    const person = await findPerson(db, login);
    if ("refusal" in person) return person;
    if (blocked && (await countOwners(db, { person: person.id })) === 0) return { refusal: accessRefusals.lastOwner };
    await db.run("UPDATE {DBNICK}_user SET is_blocked = ? WHERE id = ?", [blocked ? 1 : 0, person.id]);
    return undefined;
  });
}
