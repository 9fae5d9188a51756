import { randomBytes } from "node:crypto";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { type MysqlAddress, readMysqlAddress } from "../src/sql/mysql-address.ts";

/** The server of the tests, with a user who may make databases. */
const SERVER = process.env.PRILAVOK_TEST_SERVER ?? "mysql://root@127.0.0.1:3306";

/** What the server of the tests is: an expectation that the two differ in asks this. */
export const SERVER_ENGINE: "mariadb" | "mysql" = await findEngine();

/** A database of the test's own on the server, gone when it is disposed of. */
export class MariadbScratch {
  readonly name: string;
  readonly url: string;
  readonly address: MysqlAddress;

  private constructor(name: string) {
    this.name = name;
    this.url = `${SERVER}/${name}`;
    const address = readMysqlAddress(this.url);
    if ("problem" in address) throw new Error(address.problem);
    this.address = address;
  }

  /** `start` is how its name begins. */
  static async create(start = "prilavok_test"): Promise<MariadbScratch> {
    const scratch = new MariadbScratch(`${start}_${randomBytes(4).toString("hex")}`);
    await scratch.onServer(`CREATE DATABASE ${scratch.name} CHARACTER SET utf8mb4`);
    return scratch;
  }

  /** Runs statements over a connection of the driver's own; answers the rows of the last. */
  async exec(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    return run(this.name, statements);
  }

  /** The same outside the database. */
  async onServer(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    return run("", statements);
  }

  /** Makes the table `seq_1_to_<count>` of one column `seq`, which MariaDB has by itself. */
  async makeNumbers(count: number): Promise<void> {
    if (SERVER_ENGINE === "mariadb") return;
    await this.exec(
      `SET SESSION cte_max_recursion_depth = ${count}`,
      `CREATE TABLE seq_1_to_${count} (seq BIGINT UNSIGNED PRIMARY KEY) AS
       WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < ${count}) SELECT seq FROM numbers`,
    );
  }

  /** What the server works on for others in this database: the statement of each connection that has one. */
  async atWork(): Promise<string[]> {
    const rows = await this.onServer(
      `SELECT info AS info FROM information_schema.processlist WHERE db = '${this.name}' AND info IS NOT NULL`,
    );
    return rows.map((row) => String(row.info));
  }

  async connections(): Promise<number[]> {
    const rows = await this.onServer(`SELECT id AS id FROM information_schema.processlist WHERE db = '${this.name}'`);
    return rows.map((row) => Number(row.id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.onServer(`DROP DATABASE ${this.name}`);
  }
}

async function findEngine(): Promise<"mariadb" | "mysql"> {
  const [row] = await run("", ["SELECT VERSION() AS version"]);
  return /mariadb/i.test(String(row?.version)) ? "mariadb" : "mysql";
}

async function run(database: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const connection = await createConnection({ uri: `${SERVER}/${database}`, dateStrings: true });
  try {
    let rows: RowDataPacket[] = [];
    for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows;
  } finally {
    await connection.end();
  }
}
