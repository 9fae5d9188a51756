import { stepRefusals } from "@prilavok/protocol";
import type { Database, Dialect } from "../sql/database.ts";
import { quotedName } from "../sql/quoted-name.ts";
import { nextId } from "../store/next-id.ts";
import { findTable, type StepTable } from "./find-table.ts";
import { hasGenerator } from "./generate-step.ts";
import { TOP, type TreeRow } from "./tree-change.ts";
import type { WritingPool } from "./writing-pool.ts";

type Failed = { readonly error: string };

/** The rights and the registry of AI tools: who changes them needs other rights than those to the database. */
const NOT_FOR_AGENT = ["oper", "agent_tool"];

interface ColumnRow {
  readonly name: string;
  /** "1" for a column whose values the database issues. */
  readonly issued: string;
}

const SQLITE_COLUMNS = "SELECT name, pk > 0 AND upper(type) = 'INTEGER' AS issued FROM pragma_table_xinfo(?)";
const SERVER_COLUMNS = `SELECT COLUMN_NAME AS name, EXTRA LIKE '%auto_increment%' AS issued
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`;

/** A tree table in the transaction of one step: its rows are read whole and written back where they differ. */
export class TreeTable {
  readonly #db: Database;
  readonly #table: string;
  readonly #bare: string;
  readonly #idsFrom: "generator" | "database";

  private constructor(db: Database, { real, bare }: StepTable, idsFrom: "generator" | "database") {
    this.#db = db;
    this.#table = quotedName(real);
    this.#bare = bare;
    this.#idsFrom = idsFrom;
  }

  /** The tree that a step names; a name that is no tree of the agent's is the step's error. */
  static async find(
    name: string,
    pool: WritingPool,
  ): Promise<{ readonly tree: TreeTable; readonly table: StepTable } | Failed> {
    const table = await findTable(name, pool);
    if ("error" in table) return table;
    if (NOT_FOR_AGENT.includes(table.bare)) return { error: stepRefusals.treeNotForAgent(name) };
    const question = pool.db.dialect === "sqlite" ? SQLITE_COLUMNS : SERVER_COLUMNS;
    const columns = new Map(
      (await pool.db.all<ColumnRow>(question, [table.real])).map((row) => [row.name, row.issued]),
    );
    if (!["id", "tindex", "tlevel", "absindex"].every((column) => columns.has(column))) {
      return { error: stepRefusals.notTree(name) };
    }
    if (await hasGenerator(table.bare, pool)) return { table, tree: new TreeTable(pool.db, table, "generator") };
    if (columns.get("id") !== "1") return { error: stepRefusals.noGenerator(name) };
    return { table, tree: new TreeTable(pool.db, table, "database") };
  }

  /** All rows in the order of their places. On a server nobody else writes the table until the transaction ends. */
  async read(): Promise<TreeRow[]> {
    const locking = this.#db.dialect === "sqlite" ? "" : " FOR UPDATE";
    const rows = await this.#db.all<Record<keyof TreeRow, string | null> & { id: string }>(
      `SELECT id, tindex, tlevel, absindex FROM ${this.#table} ORDER BY absindex, id${locking}`,
    );
    return rows.map(({ id, tindex, tlevel, absindex }) => ({
      id,
      tindex: tindex ?? TOP,
      tlevel: Number(tlevel),
      absindex: Number(absindex),
    }));
  }

  /** A new node that has no place yet; answers its id. */
  async add(parent: string): Promise<string> {
    if (this.#idsFrom === "database") {
      const sql = `INSERT INTO ${this.#table} (tindex, tlevel, absindex) VALUES (?, 0, 0)`;
      return (await this.#db.run(sql, [parent])).insertId;
    }
    const id = String(await nextId(this.#db, this.#bare));
    await this.#db.run(`INSERT INTO ${this.#table} (id, tindex, tlevel, absindex) VALUES (?, ?, 0, 0)`, [id, parent]);
    return id;
  }

  /** Writes the places of these rows, in one statement. */
  async write(rows: readonly TreeRow[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map(({ id, tindex, tlevel, absindex }) => [id, tindex, tlevel, absindex]);
    await this.#db.run(writeStatement(this.#table, this.#db.dialect), [JSON.stringify(values)]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const listed =
      this.#db.dialect === "sqlite"
        ? "SELECT value FROM json_each(?)"
        : "SELECT id FROM JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT UNSIGNED PATH '$')) listed";
    await this.#db.run(`DELETE FROM ${this.#table} WHERE id IN (${listed})`, [JSON.stringify(ids)]);
  }
}

/** One statement for any number of rows: they come as a list of `[id, tindex, tlevel, absindex]` in JSON. */
function writeStatement(table: string, dialect: Dialect): string {
  if (dialect === "sqlite") {
    return `UPDATE ${table} AS t SET tindex = placed.tindex, tlevel = placed.tlevel, absindex = placed.absindex
      FROM (SELECT value ->> 0 AS id, value ->> 1 AS tindex, value ->> 2 AS tlevel, value ->> 3 AS absindex
        FROM json_each(?)) AS placed
      WHERE t.id = placed.id`;
  }
  return `UPDATE ${table} AS t JOIN JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT UNSIGNED PATH '$[0]',
      tindex BIGINT UNSIGNED PATH '$[1]', tlevel BIGINT PATH '$[2]', absindex BIGINT PATH '$[3]')) AS placed
    ON t.id = placed.id
    SET t.tindex = placed.tindex, t.tlevel = placed.tlevel, t.absindex = placed.absindex`;
}
