import { peopleRefusals, wallClock } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { findPerson } from "./find-holder.ts";
import { hashPassword } from "./password-hash.ts";
import { revokeTokensOf } from "./revoke-tokens.ts";

const LEAST_CHARACTERS = 8;
const MOST_CHARACTERS = 1024;

/** Gives a person a password; the tokens got with the earlier one stop working. Answers how many did. */
export async function setPassword(
  db: Database,
  login: string,
  password: string,
  timezone: string,
): Promise<{ readonly revoked: number } | { readonly refusal: string }> {
  const characters = [...password].length;
  if (characters < LEAST_CHARACTERS) return { refusal: peopleRefusals.passwordShort(LEAST_CHARACTERS) };
  if (characters > MOST_CHARACTERS) return { refusal: peopleRefusals.passwordLong(MOST_CHARACTERS) };
  const hash = await hashPassword(password);
  const now = wallClock(new Date(), timezone);
  return await db.transaction(async () => {
    const person = await findPerson(db, login);
    if ("refusal" in person) return person;
    await db.run("DELETE FROM {DBNICK}_user_password WHERE user_id = ?", [person.id]);
    await db.run("INSERT INTO {DBNICK}_user_password (user_id, hash, changed) VALUES (?, ?, ?)", [
      person.id,
      hash,
      now,
    ]);
    return { revoked: await revokeTokensOf(db, person.id, now) };
  });
}
