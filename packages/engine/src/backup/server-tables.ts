import { createReadStream, createWriteStream } from "node:fs";
import { appendFile } from "node:fs/promises";
import { Writable } from "node:stream";
import type { MysqlAddress } from "../sql/mysql-address.ts";
import type { MysqlDatabase } from "../sql/mysql-database.ts";
import { quoteName } from "../store/column-ddl.ts";
import { runServerClient } from "./server-client.ts";

/** A store's database on a server, and a folder for what its programs need. */
export interface ServerPlace {
  readonly db: MysqlDatabase;
  readonly address: MysqlAddress;
  readonly folder: string;
}

const PLAIN = ["--no-tablespaces", "--skip-comments", "--skip-add-locks", "--skip-lock-tables"];
/** Whoever restores may not make things in another's name. */
const DEFINER = /DEFINER=(?:`[^`]*`|'[^']*')@(?:`[^`]*`|'[^']*')/g;

/** Writes the tables, triggers and views of a nick as SQL, as they are at one moment. */
export async function dumpTables(place: ServerPlace, file: string): Promise<void> {
  const { tables, views } = await ownTables(place.db);
  const data = ["--single-transaction", "--quick", "--hex-blob", "--skip-triggers"];
  await dump(place, [...data, place.address.database, ...tables], createWriteStream(file, { mode: 0o600 }));
  const triggers = await dumpText(place, [
    "--no-create-info",
    "--no-data",
    "--triggers",
    place.address.database,
    ...tables,
  ]);
  const shown = views.length === 0 ? "" : await dumpText(place, [place.address.database, ...views]);
  await appendFile(file, `${triggers}\n${shown}`.replaceAll(DEFINER, ""));
}

/** Makes the tables that a dump holds, in a database that has none of the nick; what was made of a failed one is dropped. */
export async function loadTables({ db, address, folder }: ServerPlace, file: string): Promise<void> {
  try {
    await runServerClient("load", address, folder, ["--binary-mode", address.database], {
      input: createReadStream(file),
    });
  } catch (error) {
    await dropTables(db);
    throw error;
  }
}

/** The first table or view of the nick that stands in the database already. */
export async function findOwnTable(db: MysqlDatabase): Promise<string | undefined> {
  const { tables, views } = await ownTables(db);
  return tables[0] ?? views[0];
}

export async function dropTables(db: MysqlDatabase): Promise<void> {
  const { tables, views } = await ownTables(db);
  for (const name of views) await db.run(`DROP VIEW ${quoteName(name, db.dialect)}`);
  for (const name of tables) await db.run(`DROP TABLE ${quoteName(name, db.dialect)}`);
}

async function ownTables(db: MysqlDatabase): Promise<{ readonly tables: string[]; readonly views: string[] }> {
  const rows = await db.all<{ name: string; kind: string }>(
    `SELECT TABLE_NAME AS name, TABLE_TYPE AS kind FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE ? ORDER BY TABLE_NAME`,
    [`${db.nick.replaceAll("_", "\\_")}\\_%`],
  );
  const named = (isView: boolean) => rows.filter(({ kind }) => (kind === "VIEW") === isView).map(({ name }) => name);
  return { tables: named(false), views: named(true) };
}

async function dumpText(place: ServerPlace, words: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  await dump(place, words, output);
  return Buffer.concat(pieces).toString("utf8");
}

async function dump({ address, folder }: ServerPlace, words: readonly string[], output: Writable): Promise<void> {
  await runServerClient("dump", address, folder, [...PLAIN, ...words], { output });
}
