import { stepRefusals } from "@prilavok/protocol";
import { quotedName } from "../sql/quoted-name.ts";
import { readRows } from "../sql/read-rows.ts";
import { bareTableName, realTableName } from "../store/table-names.ts";
import type { OpenPool } from "./open-pool.ts";
import { similarNames } from "./similar-names.ts";

/** A table of the database that a step names. */
export interface StepTable {
  /** As the caller spells it: errors repeat it. */
  readonly given: string;
  readonly real: string;
  readonly bare: string;
}

/** Temporary tables of the pool's own connection are among them on SQLite. */
const SQLITE_TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table'
  UNION ALL SELECT name FROM sqlite_temp_schema WHERE type = 'table'`;
const SERVER_TABLES = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()";

/** The tables that a step names bare or real, each once in their order; a name that is none is the step's error. */
export async function findTables(
  names: readonly string[],
  pool: OpenPool,
): Promise<{ readonly tables: readonly StepTable[] } | { readonly error: string }> {
  const { connection, nick, limits } = pool;
  const sql = connection.dialect === "sqlite" ? SQLITE_TABLES : SERVER_TABLES;
  const read = await readRows<{ name: string }>(connection, sql, [], limits);
  if ("error" in read) return read;
  const real = new Set(read.rows.map(({ name }) => name));
  const found = new Map<string, StepTable>();
  for (const given of names) {
    const table = realTableName(given, real, nick) ?? (await findTemporary(given, pool));
    if (table === undefined) return unknownTable(given, real, nick);
    if (!found.has(table)) found.set(table, { given, real: table, bare: bareTableName(table, nick) });
  }
  return { tables: [...found.values()] };
}

/** A server lists no temporary table, but reads it. */
async function findTemporary(given: string, { connection, nick, limits }: OpenPool): Promise<string | undefined> {
  if (connection.dialect === "sqlite") return undefined;
  for (const name of [`${nick}_${given}`, given]) {
    const read = await readRows(connection, `SELECT 1 FROM ${quotedName(name)} LIMIT 0`, [], limits);
    if ("rows" in read) return name;
  }
  return undefined;
}

/** `findTables` for one name. */
export async function findTable(name: string, pool: OpenPool): Promise<StepTable | { readonly error: string }> {
  const found = await findTables([name], pool);
  if ("error" in found) return found;
  return found.tables[0] as StepTable;
}

/** The error of a step that names a table which is none of these (real names). */
export function unknownTable(name: string, tables: ReadonlySet<string>, nick: string): { readonly error: string } {
  const bare = [...tables].map((table) => bareTableName(table, nick));
  return { error: stepRefusals.unknownTable(name, similarNames(name, bare)) };
}
