import { storeRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import type { MysqlAddress } from "../sql/mysql-address.ts";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import type { Refusal } from "./create-store.ts";
import type { NewDatabase } from "./new-database.ts";
import { type OpenDatabase, openOnServer } from "./open-database.ts";
import { clearHalfMade, createServerSchema, finishSchema, undoSchema } from "./server-schema.ts";

/**
 * Makes the tables of a new store in a database on a server, which may hold others. Two inits do not meet there, and one
 * that is refused or fails takes away what it has made; `isPlaced` says whether the folder holds the store already.
 */
export async function makeServerDatabase(
  address: MysqlAddress,
  store: NewDatabase,
  isPlaced: () => boolean,
): Promise<Refusal | undefined> {
  const opened = await openOnServer(address, store.nick);
  if ("refusal" in opened) return opened;
  const { db, place } = opened;
  try {
    const alone = await db.alone(`prilavok ${address.database}.${store.nick}`.slice(0, 64), () =>
      make(opened, store, isPlaced),
    );
    return alone === undefined ? { refusal: storeRefusals.databaseAtWork(place) } : alone.done;
  } catch (error) {
    if (error instanceof UnreachableDatabase) return { refusal: error.message };
    if (error instanceof RefusedStatement) return { refusal: storeRefusals.databaseRefused(place, error.message) };
    throw error;
  } finally {
    await db.close();
  }
}

async function make(
  { db, place }: Extract<OpenDatabase, { engine: "server" }>,
  store: NewDatabase,
  isPlaced: () => boolean,
): Promise<Refusal | undefined> {
  if (await changesNick(db)) return { refusal: storeRefusals.nickInCapitals(place, db.nick) };
  const taken = await clearHalfMade(db, place);
  if (taken !== undefined) return { refusal: taken };
  try {
    await createServerSchema(db, () => store.seed(db));
    const refused = await store.fill(db);
    if (refused !== undefined) return refused;
    await store.place(db.dialect);
    await finishSchema(db);
    return undefined;
  } finally {
    // A store in its place is whole, and whoever opens it takes the mark of its making away.
    if (!isPlaced()) await undoSchema(db).catch(() => undefined);
  }
}

/** Tables would be found under other names than they were made with. */
async function changesNick({ nick, all }: Pick<Database, "nick" | "all">): Promise<boolean> {
  if (nick === nick.toLowerCase()) return false;
  const [server] = await all<{ folds: number }>("SELECT @@lower_case_table_names = 1 AS folds");
  return Number(server?.folds) === 1;
}
