import { wallClock } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { tokenHash } from "./device-token.ts";

/** How often the time of a token's last use is written down. */
const USE_NOTE_MS = 5 * 60 * 1000;
const MAX_NOTED = 10_000;

/**
 * Finds the person of a device token. It is looked up at every call, so a token that was revoked, or whose user was
 * blocked, is refused from the next one on. The time of the last use is written in the background.
 */
export function tokenIdentifier(
  db: Database,
  timezone: string,
  log: (line: string) => void,
): (token: string) => Promise<{ readonly login: string } | { readonly status: 401 }> {
  const noted = new Map<number, number>();
  return async (token) => {
    const [row] = await db.all<{ id: number; login: string }>(
      `SELECT t.id, u.login FROM {DBNICK}_device_token t JOIN {DBNICK}_user u ON u.id = t.user_id
       WHERE t.token_hash = ? AND t.revoked IS NULL AND u.is_blocked = 0`,
      [tokenHash(token)],
    );
    if (row === undefined) return { status: 401 };
    if (performance.now() - (noted.get(row.id) ?? Number.NEGATIVE_INFINITY) > USE_NOTE_MS) {
      if (noted.size >= MAX_NOTED) noted.clear();
      noted.set(row.id, performance.now());
      noteUse(db, row.id, wallClock(new Date(), timezone)).catch((error: unknown) =>
        log(`the last use of token ${row.id} was not written down: ${String(error)}`),
      );
    }
    return { login: row.login };
  };
}

async function noteUse(db: Database, id: number, time: string): Promise<void> {
  await db.run("UPDATE {DBNICK}_device_token SET last_used = ? WHERE id = ?", [time, id]);
}
