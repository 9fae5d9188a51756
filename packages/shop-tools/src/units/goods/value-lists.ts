import type { Db } from "@prilavok/sdk";
import { Directory } from "../shop/directory.ts";

/** The values that attributes or parameters keep, each list read when it is first asked for. */
export class ValueLists {
  readonly #db: Db;
  readonly #table: "info_value" | "param_value";
  readonly #lists = new Map<number, Directory>();

  constructor(db: Db, table: "info_value" | "param_value") {
    this.#db = db;
    this.#table = table;
  }

  /** The list of an owner that has been asked for before. */
  known(ownerId: number): Directory | undefined {
    return this.#lists.get(ownerId);
  }

  async read(ownerId: number): Promise<Directory> {
    const owner = this.#table === "info_value" ? "info_id" : "param_id";
    const sql = `SELECT * FROM {DBNICK}_${this.#table} WHERE ${owner} = :OWNER`;
    const list = new Directory(this.#table, await this.#db.rows(sql, { OWNER: ownerId }));
    this.#lists.set(ownerId, list);
    return list;
  }
}
