import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { type MysqlAddress, placeName, readMysqlAddress } from "../sql/mysql-address.ts";
import type { MysqlDatabase } from "../sql/mysql-database.ts";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import type { Refusal } from "./create-store.ts";
import { pathFromStore, type StoreSettings } from "./store-settings.ts";

/** A store's database, open: a file, or a database on a server. `place` is where, as refusals say it. */
export type OpenDatabase =
  | { readonly engine: "sqlite"; readonly place: string; readonly file: string; readonly db: Database }
  | { readonly engine: "server"; readonly place: string; readonly address: MysqlAddress; readonly db: MysqlDatabase };

/** The password of a store's database, where it shall stand in no file. */
export const PASSWORD_VARIABLE = "PRILAVOK_DB_PASSWORD";

/** Opens the database that the settings of a store in `folder` name; nothing is made, and no driver but its own is loaded. */
export async function openDatabase(
  folder: string,
  { db, nick }: StoreSettings,
  mode: "read" | "write",
): Promise<OpenDatabase | Refusal> {
  if (db.engine === "sqlite") {
    const file = pathFromStore(folder, db.file);
    if (!existsSync(file)) return { refusal: storeRefusals.noDatabase(folder, db.file) };
    const { openSqliteDatabase } = await import("../sql/sqlite-database.ts");
    return { engine: "sqlite", place: db.file, file, db: openSqliteDatabase(file, { nick, mode }) };
  }
  const password = await readPassword(folder, db.passwordFile);
  if (typeof password === "object") return password;
  const address = readMysqlAddress(db.url);
  if ("problem" in address) return { refusal: storeRefusals.wrongSettings("store.json", "db.url", address.problem) };
  return openOnServer(password === undefined ? address : { ...address, password }, nick);
}

/** Opens a database on a server. */
export async function openOnServer(
  address: MysqlAddress,
  nick: string,
): Promise<Extract<OpenDatabase, { engine: "server" }> | Refusal> {
  const { openMysqlDatabase } = await import("../sql/mysql-database.ts");
  try {
    return { engine: "server", place: placeName(address), address, db: await openMysqlDatabase(address, nick) };
  } catch (error) {
    if (error instanceof UnreachableDatabase) return { refusal: error.message };
    throw error;
  }
}

/** The password that stands elsewhere than in the address, if any: the environment goes before the file. */
async function readPassword(folder: string, file: string | undefined): Promise<string | undefined | Refusal> {
  const given = process.env[PASSWORD_VARIABLE];
  if (given !== undefined || file === undefined) return given;
  try {
    return (await readFile(pathFromStore(folder, file), "utf8")).replace(/\r?\n$/, "");
  } catch (error) {
    return { refusal: storeRefusals.unreadable(file, systemReason(error)) };
  }
}
