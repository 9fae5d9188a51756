import type { Db, Row } from "@prilavok/sdk";
import { Directory } from "../shop/directory.ts";
import type { Unfit } from "../shop/read-value.ts";
import type { LinkedTable } from "./columns.ts";

/** What rows of an import may point at. */
export interface ShopRows {
  /** The id of the row that is meant. */
  find(table: LinkedTable, field: string, word: string): number | Unfit;
  row(table: LinkedTable, id: number): Row | undefined;
  /** The words that the settings keep under a code. */
  words(code: string): ReadonlySet<string>;
}

const READ: Readonly<Record<LinkedTable, string>> = {
  topic: "id, skey, name",
  brand: "id, skey, name",
  provider: "id, skey, name",
  currency: "id, skey, name",
  disc_group: "id, skey, name",
  info: "id, skey, name, folder, kind_key, type_key",
  param: "id, skey, name, fixed_set",
};

export async function readShopRows(db: Db): Promise<ShopRows> {
  const directories = new Map<string, Directory>();
  for (const [table, columns] of Object.entries(READ)) {
    directories.set(table, new Directory(table, await db.rows(`SELECT ${columns} FROM {DBNICK}_${table}`)));
  }
  const words = new Map<string, Set<string>>();
  for (const setting of await db.rows("SELECT key_code, key_name FROM {DBNICK}_key_value")) {
    const known = words.get(setting.key_code ?? "") ?? new Set();
    words.set(setting.key_code ?? "", known.add(setting.key_name ?? ""));
  }
  const none = new Set<string>();
  return {
    find: (table, field, word) =>
      directories.get(table)?.find(field, word) ?? { problem: `The [${field}] points at nothing` },
    row: (table, id) => directories.get(table)?.row(id),
    words: (code) => words.get(code) ?? none,
  };
}
