import { randomBytes } from "node:crypto";
import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";
import type { DatabaseSnapshot, StoreDatabase } from "./store-database.ts";

/** The server of the tests, with a user who may make databases. */
const SERVER = process.env.PRILAVOK_TEST_SERVER ?? "mysql://root@127.0.0.1:3306";
/** Global variables that change by themselves. */
const RESTLESS =
  /^(timestamp|gtid_|error_count|warning_count|last_|rand_seed|insert_id|identity|innodb_buffer_pool_(dump|load)|pseudo_|in_transaction)/;

/** What the server of the tests is. */
export const serverEngine: "mariadb" | "mysql" = await findEngine();

/** A database of its own on the server, gone when it is closed. */
export class MariadbStoreDatabase implements StoreDatabase {
  readonly name: string;
  readonly url: string;
  readonly #pool: Pool;

  private constructor(name: string) {
    this.name = name;
    this.url = `${SERVER}/${name}`;
    this.#pool = createPool({ uri: this.url, connectionLimit: 1, dateStrings: true, rowsAsArray: true });
  }

  static async create(): Promise<MariadbStoreDatabase> {
    const name = `g_${randomBytes(5).toString("hex")}`;
    await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    return new MariadbStoreDatabase(name);
  }

  named(sql: string): string {
    return sql.replace(/(`?)\bg\1(?= \.|$)/, `$1${this.name}$1`);
  }

  async exec(...statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.#pool.query(statement);
  }

  /** Makes the table `seq_1_to_<count>` of one column `seq`, which MariaDB has by itself. */
  async makeNumbers(count: number): Promise<void> {
    if (serverEngine === "mariadb") return;
    await this.exec(
      `SET SESSION cte_max_recursion_depth = ${count}`,
      `CREATE TABLE seq_1_to_${count} (seq BIGINT UNSIGNED PRIMARY KEY) AS
       WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < ${count}) SELECT seq FROM numbers`,
    );
  }

  /** With the tables go views, routines, triggers and the server's global variables. */
  async snapshot(): Promise<DatabaseSnapshot> {
    const objects = await this.#rows(`
      SELECT table_name, IF(table_type = 'VIEW', 'VIEW', 'TABLE') FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name NOT LIKE '%\\_agent\\_activity'
      UNION SELECT routine_name, routine_type FROM information_schema.routines WHERE routine_schema = DATABASE()
      UNION SELECT trigger_name, 'TRIGGER' FROM information_schema.triggers WHERE trigger_schema = DATABASE()`);
    const snapshot = new Map<string, string[]>();
    for (const [name, kind] of objects) snapshot.set(`${name}`, await this.#lines(`${name}`, `${kind}`));
    const variables = await this.#rows("SHOW GLOBAL VARIABLES");
    const steady = variables.filter(([name]) => !RESTLESS.test(`${name}`));
    return snapshot.set(
      "global variables",
      steady.map((variable) => JSON.stringify(variable)),
    );
  }

  async close(): Promise<void> {
    await this.#pool.query(`DROP DATABASE ${this.name}`);
    await this.#pool.end();
  }

  async #lines(name: string, kind: string): Promise<string[]> {
    const made = await this.#rows(`SHOW CREATE ${kind} \`${name}\``);
    // The next id that a table issues is no part of what it says.
    const ddl = JSON.stringify(made[0]?.slice(0, 3)).replace(/ AUTO_INCREMENT=\d+/, "");
    if (kind !== "TABLE") return [ddl];
    const rows = await this.#rows(`SELECT * FROM \`${name}\``);
    return [ddl, ...rows.map((row) => JSON.stringify(row)).sort()];
  }

  async #rows(sql: string): Promise<unknown[][]> {
    const [rows] = await this.#pool.query<RowDataPacket[]>({ sql, rowsAsArray: true });
    return rows as unknown as unknown[][];
  }
}

async function findEngine(): Promise<"mariadb" | "mysql"> {
  const [row] = await onServer("SELECT VERSION() AS version");
  return /mariadb/i.test(String((row as { version?: unknown } | undefined)?.version)) ? "mariadb" : "mysql";
}

/** Runs a statement on the server, outside its databases. */
export async function onServer(sql: string): Promise<unknown[]> {
  const pool = createPool({ uri: SERVER, connectionLimit: 1 });
  const [rows] = await pool.query<RowDataPacket[]>(sql);
  await pool.end();
  return rows;
}
