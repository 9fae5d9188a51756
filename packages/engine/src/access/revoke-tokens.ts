import { peopleRefusals, wallClock } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { tokenHash } from "./device-token.ts";
import { findPerson } from "./find-holder.ts";

/** Revokes tokens by their numbers, or all of a login: they are refused from the next call on. All or none. */
export async function revokeTokens(
  db: Database,
  which: { readonly ids: readonly string[] } | { readonly login: string },
  timezone: string,
): Promise<{ readonly revoked: number } | { readonly refusal: string }> {
  const now = wallClock(new Date(), timezone);
  return await db.transaction(async () => {
    if ("login" in which) {
      const person = await findPerson(db, which.login);
      if ("refusal" in person) return person;
      const revoked = await revokeTokensOf(db, person.id, now);
      return revoked === 0 ? { refusal: peopleRefusals.nothingToRevoke(which.login) } : { revoked };
    }
    for (const id of which.ids) {
      const known = /^[0-9]{1,10}$/.test(id)
        ? await db.all("SELECT id FROM {DBNICK}_device_token WHERE id = ?", [id])
        : [];
      if (known.length === 0) return { refusal: peopleRefusals.noSuchToken(id) };
    }
    let revoked = 0;
    for (const id of which.ids) revoked += await revoke(db, "id", id, now);
    return { revoked };
  });
}

/** Revokes every token of a person, in the caller's transaction; answers how many still worked. */
export async function revokeTokensOf(db: Database, personId: number, now: string): Promise<number> {
  return revoke(db, "user_id", personId, now);
}

/** Revokes a token by itself, as its computer does when it leaves; answers whether it still worked. */
export async function revokeToken(db: Database, token: string, timezone: string): Promise<boolean> {
  return (await revoke(db, "token_hash", tokenHash(token), wallClock(new Date(), timezone))) > 0;
}

async function revoke(
  db: Database,
  column: "id" | "user_id" | "token_hash",
  value: number | string,
  now: string,
): Promise<number> {
  const { affected } = await db.run(
    `UPDATE {DBNICK}_device_token SET revoked = ? WHERE ${column} = ? AND revoked IS NULL`,
    [now, value],
  );
  return affected;
}
