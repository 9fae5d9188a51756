import type { Database } from "../sql/database.ts";
import { type Exchanged, type PasswordOffer, passwordExchange } from "./exchange-password.ts";
import { tokenIdentifier } from "./identify-token.ts";
import { revokeToken } from "./revoke-tokens.ts";

/** The door of a served store: who a token belongs to, a token for a password, a token given back. */
export interface DeviceAccess {
  identify(token: string, address: string): Promise<{ readonly login: string } | { readonly status: 401 }>;
  exchange(offer: PasswordOffer): Promise<Exchanged>;
  /** Answers whether the token worked until now. */
  leave(token: string): Promise<boolean>;
}

/** `db` is open for writing and stays the caller's to close. */
export function deviceAccess(db: Database, timezone: string, log: (line: string) => void): DeviceAccess {
  return {
    identify: tokenIdentifier(db, timezone, log),
    exchange: passwordExchange(db, timezone),
    leave: (token) => revokeToken(db, token, timezone),
  };
}
