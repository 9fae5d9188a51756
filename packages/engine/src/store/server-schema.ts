import { storeRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { quoteName } from "./column-ddl.ts";
import { createTable, TABLE_COMMENT } from "./create-table.ts";
import { createTables } from "./create-tables.ts";
import { insertFirstRows } from "./insert-first-rows.ts";
import { SCHEMA } from "./schema.ts";

/** The name of the row of `store_meta` that stands there while a store is being made. */
const MAKING = "making";
/** The schema's tables, and the log's, which Core makes when it first opens the store. */
const NAMES = [...SCHEMA.map(({ name }) => name), "agent_activity"];
const META = SCHEMA.find(({ name }) => name === "store_meta") as (typeof SCHEMA)[number];

interface FoundTable {
  readonly name: string;
  readonly comment: string;
}

/** Why no store of this nick can be made in the database; what an init that died has left is taken away. `place` is where, in words. */
export async function clearHalfMade(db: Database, place: string): Promise<string | undefined> {
  const found = await findTables(db);
  const isMeta = ({ name }: FoundTable) => name.toLowerCase() === `${db.nick}_store_meta`.toLowerCase();
  const meta = found.some((table) => isMeta(table) && isOurs(table)) ? await readMeta(db) : undefined;
  const isHalfMade = meta?.includes(MAKING) || (meta?.length === 0 && found.every(isMeta));
  if (!isHalfMade && meta?.includes("schema_version")) return storeRefusals.databaseHoldsStore(place, db.nick);
  const taken = found.find((table) => !(isHalfMade && isOurs(table)));
  if (taken !== undefined) return storeRefusals.tableTaken(place, taken.name);
  await dropTables(db, found);
  return undefined;
}

/**
 * Makes the schema in a database where none of its names is taken, with the rows of `seed`. Until `finishSchema` a row of
 * `store_meta` says that no store stands yet: a server ends a transaction with every table it makes.
 */
export async function createServerSchema(db: Database, seed: () => Promise<void>): Promise<void> {
  for (const statement of createTable(META, db.dialect)) await db.run(statement);
  await db.run("INSERT INTO {DBNICK}_store_meta (name, value) VALUES (?, '')", [MAKING]);
  await createTables(
    db,
    SCHEMA.filter((table) => table !== META),
  );
  await db.transaction(async () => {
    await insertFirstRows(db);
    await seed();
  });
}

/** From here on the store stands; one that stands already is not written to, which a server that only reads would refuse. */
export async function finishSchema(db: Database): Promise<void> {
  if ((await readMeta(db)).includes(MAKING)) await db.run("DELETE FROM {DBNICK}_store_meta WHERE name = ?", [MAKING]);
}

/** Takes away what was made of a store that came to nothing. */
export async function undoSchema(db: Database): Promise<void> {
  const found = await findTables(db);
  await dropTables(db, found.filter(isOurs));
}

/** The tables, views and sequences there are by the store's names in any case, `store_meta` last: its row says what the others are. */
async function findTables(db: Database): Promise<FoundTable[]> {
  const names = NAMES.map((name) => `${db.nick}_${name}`.toLowerCase());
  return db.all<FoundTable>(
    `SELECT TABLE_NAME AS name, TABLE_COMMENT AS comment FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND LOWER(TABLE_NAME) IN (${names.map(() => "?").join(", ")})
     ORDER BY TABLE_NAME = '{DBNICK}_store_meta'`,
    names,
  );
}

async function readMeta(db: Database): Promise<string[]> {
  const rows = await db.all<{ name: string }>("SELECT name FROM {DBNICK}_store_meta");
  return rows.map(({ name }) => name);
}

function isOurs({ comment }: FoundTable): boolean {
  return comment === TABLE_COMMENT;
}

async function dropTables(db: Database, tables: readonly FoundTable[]): Promise<void> {
  for (const { name } of tables) await db.run(`DROP TABLE ${quoteName(name, db.dialect)}`);
}
