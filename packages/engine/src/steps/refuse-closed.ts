import { peopleRefusals } from "@prilavok/protocol";
import { FILES_OF_THE_DATABASE, findClosedNames, findClosedTable } from "../sql/closed-table.ts";
import { readRows } from "../sql/read-rows.ts";
import type { OpenPool } from "./open-pool.ts";

/** The tables a store is told by, whichever of the server's databases it stands in. */
const STORES = "SELECT LOWER(table_name) AS name FROM information_schema.tables WHERE LOWER(table_name) IN (?)";

/**
 * The error of a statement, or of a table's real name, that names a closed table: of this store or, on a server, of any
 * store there that the account may read. A shop's own table of such a name is none.
 */
export async function refuseClosed(text: string, pool: OpenPool): Promise<{ readonly error: string } | undefined> {
  const own = findClosedTable(text, pool.nick);
  if (own === FILES_OF_THE_DATABASE) return { error: peopleRefusals.closedPlace(own) };
  if (own !== undefined) return { error: peopleRefusals.closedTable(own) };
  if (pool.connection.dialect === "sqlite") return undefined;
  const named = findClosedNames(text);
  if (named.length === 0) return undefined;

  const marks = new Map(named.map(({ name, nick }) => [`${nick}_store_meta`, name]));
  const sql = STORES.replace("?", [...marks].map(() => "?").join(", "));
  const read = await readRows<{ name: string }>(pool.connection, sql, [...marks.keys()], pool.limits);
  if ("error" in read) return read;
  const [store] = read.rows;
  return store === undefined ? undefined : { error: peopleRefusals.closedTable(marks.get(store.name) ?? text) };
}
