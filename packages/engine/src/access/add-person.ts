import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { findGroup } from "./find-holder.ts";
import { isTaken } from "./is-taken.ts";

export interface NewPerson {
  readonly login: string;
  readonly name: string;
  /** Keys of groups. */
  readonly group?: string | undefined;
  readonly additionalGroup?: string | undefined;
}

/** Adds a person, who holds nothing yet but what their groups hold; answers the id. */
export async function addPerson(db: Database, person: NewPerson): Promise<{ id: number } | { refusal: string }> {
  const { login, name } = person;
  if (!/^[\p{L}\p{N}._@-]{1,100}$/u.test(login)) return { refusal: accessRefusals.wrongLogin(login) };
  if (!/^[^\p{Cc}]{1,255}$/u.test(name)) return { refusal: accessRefusals.wrongName(name, 255) };
  return await db.transaction(async () => {
    if (await isTaken(db, "user", "login", login)) return { refusal: accessRefusals.loginTaken(login) };
    const main = await findGroupId(db, person.group);
    if (typeof main === "object" && main !== null) return main;
    const additional = await findGroupId(db, person.additionalGroup);
    if (typeof additional === "object" && additional !== null) return additional;
    const id = await nextId(db, "user");
    await db.run("INSERT INTO {DBNICK}_user (id, login, name, group_id, add_group_id) VALUES (?, ?, ?, ?, ?)", [
      id,
      login,
      name,
      main,
      additional,
    ]);
    return { id };
  });
}

async function findGroupId(db: Database, skey: string | undefined): Promise<number | null | { refusal: string }> {
  if (skey === undefined) return null;
  const group = await findGroup(db, skey);
  return "refusal" in group ? group : group.id;
}
