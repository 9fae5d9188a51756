import { peopleRefusals, wallClock } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { newToken, tokenHash } from "./device-token.ts";
import { fitsPassword, hashPassword, isOutdated } from "./password-hash.ts";
import { addressSubject, forgive, loginSubject, takeTurn, waitOf } from "./slow-down.ts";

/** What a computer sends to enter a store, and where it came from. */
export interface PasswordOffer {
  readonly login: string;
  readonly password: string;
  /** The computer's name, for the list of tokens. */
  readonly computer: string;
  readonly address: string;
}

/** The token is told this once; `name` is the person's. Otherwise an HTTP status and words for the person. */
export type Exchanged =
  | { readonly token: string; readonly login: string; readonly name: string }
  | { readonly status: 400 | 401 | 429; readonly refusal: string; readonly retryAfterSeconds?: number };

interface PersonRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly is_blocked: number;
  readonly hash: string | null;
}

const MAX_CHARACTERS = 1024;
/** Each check takes 46 MiB and a core. */
const MAX_AT_ONCE = 4;

/**
 * Exchanges passwords of a store for device tokens. A wrong password, an unknown login and a blocked user get the same
 * answer after the same time; wrong ones cost the login and the address a growing wait.
 */
export function passwordExchange(db: Database, timezone: string): (offer: PasswordOffer) => Promise<Exchanged> {
  let atWork = 0;
  return async (offer) => {
    if (!isWhole(offer)) return { status: 400, refusal: peopleRefusals.loginNotWhole };
    if (atWork >= MAX_AT_ONCE) return { status: 429, refusal: peopleRefusals.busy, retryAfterSeconds: 1 };
    atWork += 1;
    try {
      return await exchange(db, timezone, offer);
    } finally {
      atWork -= 1;
    }
  };
}

async function exchange(db: Database, timezone: string, offer: PasswordOffer): Promise<Exchanged> {
  const login = loginSubject(offer.login);
  const address = addressSubject(offer.address);
  const nowMs = Date.now();
  const wait = Math.max(await waitOf(db, address, nowMs), await waitOf(db, login, nowMs));
  const lost = wait || (await takeTurn(db, address, nowMs)) || (await takeTurn(db, login, nowMs));
  if (lost > 0) return slowedDown(lost);

  const [person] = await db.all<PersonRow>(
    `SELECT u.id, u.login, u.name, u.is_blocked, p.hash FROM {DBNICK}_user u
     LEFT JOIN {DBNICK}_user_password p ON p.user_id = u.id WHERE u.login = ?`,
    [offer.login],
  );
  const hash = person?.hash ?? undefined;
  const fits = await fitsPassword(hash, offer.password);
  if (!fits || person === undefined || hash === undefined || person.is_blocked !== 0) {
    return { status: 401, refusal: peopleRefusals.wrongPassword };
  }
  await forgive(db, login, address, nowMs);
  if (isOutdated(hash)) await renewHash(db, person.id, hash, offer.password);
  const token = newToken();
  await db.run("INSERT INTO {DBNICK}_device_token (user_id, token_hash, computer, created) VALUES (?, ?, ?, ?)", [
    person.id,
    tokenHash(token),
    [...offer.computer].slice(0, 255).join(""),
    wallClock(new Date(), timezone),
  ]);
  return { token, login: person.login, name: person.name };
}

async function renewHash(db: Database, personId: number, older: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await db.run("UPDATE {DBNICK}_user_password SET hash = ? WHERE user_id = ? AND hash = ?", [hash, personId, older]);
}

function isWhole({ login, password, computer }: PasswordOffer): boolean {
  return [login, password, computer].every(
    (text) => typeof text === "string" && text !== "" && text.length <= MAX_CHARACTERS && !text.includes("\0"),
  );
}

function slowedDown(ms: number): Exchanged {
  const seconds = Math.ceil(ms / 1000);
  return { status: 429, refusal: peopleRefusals.slowDown(seconds), retryAfterSeconds: seconds };
}
