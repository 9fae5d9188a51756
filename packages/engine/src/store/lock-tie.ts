import type { Database } from "../sql/database.ts";
import { NODE } from "../sql/mysql-server.ts";
import { RefusedStatement } from "../sql/refused-statement.ts";

/** Which of several servers behind one address: they do not know each other's connections. */
const SHORT_NODE = `LEFT(SHA2(${NODE}, 256), 12)`;

/**
 * Ties a call's locks to the connection that works for it, by a lock of the server's own that goes with the connection:
 * any Core can tell later whether the call is still at work. Answers what its holder gets at the end; nothing on SQLite and
 * where a server refuses such locks.
 */
export async function tieToConnection(db: Pick<Database, "dialect" | "all">, callId: string): Promise<string> {
  if (db.dialect === "sqlite") return "";
  try {
    const [tie] = await db.all<{ node: string }>(`SELECT ${SHORT_NODE} AS node, GET_LOCK(?, 0) AS taken`, [
      nameOf(callId),
    ]);
    return tie === undefined ? "" : `@${tie.node}`;
  } catch (error) {
    if (error instanceof RefusedStatement && !error.isUndone) return "";
    throw error;
  }
}

/** Whether the connection stands that a call's locks are tied to; undefined where they are not, or another server knows. */
export async function isConnected(
  db: Pick<Database, "dialect" | "all">,
  { holder, callId }: { readonly holder: string; readonly callId: string },
): Promise<boolean | undefined> {
  const node = /@([0-9a-f]{12})$/.exec(holder)?.[1];
  if (db.dialect === "sqlite" || node === undefined) return undefined;
  const [tie] = await db.all<{ node: string; id: string | null }>(
    `SELECT ${SHORT_NODE} AS node, IS_USED_LOCK(?) AS id`,
    [nameOf(callId)],
  );
  return tie?.node === node ? tie.id !== null : undefined;
}

function nameOf(callId: string): string {
  return `prilavok ${callId}`;
}
