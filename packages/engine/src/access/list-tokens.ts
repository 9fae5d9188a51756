import type { Database } from "../sql/database.ts";

/** A device token as lists show it; times are `YYYY-MM-DD HH:MM:SS` of the store's clock. `lastUsed` is kept to some minutes. */
export interface ListedToken {
  readonly id: number;
  readonly login: string;
  readonly computer: string;
  readonly created: string;
  readonly lastUsed: string | null;
  readonly revoked: string | null;
}

/** The tokens of a store, or of one login, the newest first. */
export async function listTokens(db: Database, login?: string): Promise<ListedToken[]> {
  const [where, values] = login === undefined ? ["", []] : ["WHERE u.login = ?", [login]];
  return await db.all<ListedToken>(
    `SELECT t.id, u.login, t.computer, t.created, t.last_used AS lastUsed, t.revoked
     FROM {DBNICK}_device_token t JOIN {DBNICK}_user u ON u.id = t.user_id ${where} ORDER BY t.id DESC`,
    values,
  );
}
