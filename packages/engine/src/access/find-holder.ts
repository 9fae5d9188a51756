import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";

/** Who holds rights and grants: a person or a group. `column` is where a row of `*_right` names it. */
export interface Holder {
  readonly column: "user_id" | "group_id";
  readonly id: number;
}

/** Finds the holder that a command line names: a login, or `group:` and a group's key. */
export async function findHolder(db: Database, name: string): Promise<Holder | { readonly refusal: string }> {
  const skey = /^group:(.*)$/s.exec(name)?.[1];
  return skey === undefined ? await findPerson(db, name) : await findGroup(db, skey);
}

export async function findPerson(db: Database, login: string): Promise<Holder | { readonly refusal: string }> {
  const [row] = await db.all<{ id: number }>("SELECT id FROM {DBNICK}_user WHERE login = ?", [login]);
  return row === undefined ? { refusal: accessRefusals.noSuchPerson(login) } : { column: "user_id", id: row.id };
}

export async function findGroup(db: Database, skey: string): Promise<Holder | { readonly refusal: string }> {
  const [row] = await db.all<{ id: number }>("SELECT id FROM {DBNICK}_user_group WHERE skey = ?", [skey]);
  return row === undefined ? { refusal: accessRefusals.noSuchGroup(skey) } : { column: "group_id", id: row.id };
}
