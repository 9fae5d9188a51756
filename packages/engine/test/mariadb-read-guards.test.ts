import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainCapitals } from "../src/sql/lex-characters.ts";
import { checkReads } from "../src/sql/read-gate.ts";
import { SERVER_ENGINE } from "./mariadb-scratch.ts";
import { MariadbSteps, NO_LIMITS, readStep, TIME_LIMIT } from "./mariadb-steps.ts";

const isMariadb = SERVER_ENGINE === "mariadb";
/** What a stored function may set of its session, by the server's names. */
const READ_ONLY = isMariadb ? "tx_read_only" : "transaction_read_only";
const LIMIT = isMariadb ? "max_statement_time" : "max_execution_time";
const IN_TRANSACTION = isMariadb
  ? "@@in_transaction"
  : `(SELECT COUNT(*) FROM performance_schema.events_transactions_current
      WHERE thread_id = PS_CURRENT_THREAD_ID() AND state = 'ACTIVE' AND autocommit = 'NO')`;

let store: MariadbSteps;
beforeAll(async () => {
  store = await MariadbSteps.create();
  await store.scratch.makeNumbers(2);
  await store.scratch.exec(
    "CREATE TABLE goods (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB",
    "CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY) ENGINE=MyISAM",
    ...(isMariadb ? ["CREATE SEQUENCE numbers NOCACHE"] : []),
    `CREATE FUNCTION f_lift() RETURNS INT BEGIN SET SESSION ${READ_ONLY} = 0; RETURN 1; END`,
    `CREATE FUNCTION f_mode() RETURNS INT BEGIN SET SESSION ${LIMIT} = 0, character_set_results = latin1; SET @left = 5; RETURN 1; END`,
    "CREATE FUNCTION f_insert() RETURNS INT BEGIN INSERT INTO goods (name) VALUES ('by f'); RETURN 1; END",
    "CREATE FUNCTION f_log() RETURNS INT BEGIN INSERT INTO log VALUES (); RETURN 1; END",
    "CREATE PROCEDURE p_two() BEGIN SELECT 1 AS a; SELECT 2 AS b; END",
    "CREATE VIEW v_writes AS SELECT f_insert() AS w",
  );
});
afterAll(() => store[Symbol.asyncDispose]());

const rowCounts = async () =>
  JSON.parse(
    (await store.read("SELECT (SELECT COUNT(*) FROM goods) + (SELECT COUNT(*) FROM log) AS n")).text,
  ) as unknown;

const MARIADB_WRITES = [
  "SELECT NEXTVAL(numbers)",
  "ANALYZE UPDATE goods SET name = 'x'",
  "EXECUTE IMMEDIATE 'DELETE FROM goods'",
];

/** The server refuses these without the gate. */
describe("a reading connection is read-only for the server [gat-02]", () => {
  it.each([
    "INSERT INTO goods (name) VALUES ('x')",
    "DELETE FROM goods",
    "INSERT INTO log VALUES ()",
    "SELECT f_insert()",
    "SELECT f_log()",
    "SELECT f_lift(), f_insert()",
    "SELECT * FROM v_writes",
    "SHOW TABLES WHERE f_insert()",
    "SELECT * FROM goods FOR UPDATE",
    "CREATE TABLE more (id INT)",
    "CREATE TEMPORARY TABLE more (id INT)",
    "ALTER TABLE goods ADD COLUMN more INT",
    "TRUNCATE goods",
    "DROP TABLE goods",
    "LOAD DATA INFILE '/etc/hostname' INTO TABLE goods (name)",
    ...(isMariadb ? MARIADB_WRITES : []),
  ])("%s", async (sql) => {
    const { end } = await store.read(sql);
    expect(end).toMatchObject({
      kind: "error",
      text: expect.stringMatching(/^Cannot execute statement in a READ ONLY transaction\.?$/),
    });
  });

  it("and two statements are none", async () => {
    const { end } = await store.read("SELECT 1; INSERT INTO goods (name) VALUES ('x')");
    expect(end).toMatchObject({ kind: "error", text: expect.stringContaining("error in your SQL syntax") });
  });

  it("a file of this computer does not go to the server", async () => {
    const connection = await store.steps.connect("write");
    const sql = "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE goods (name)";
    const end = await connection.run(sql, [], NO_LIMITS);
    await connection.close();
    expect(end).toHaveProperty("error");
  });
});

describe("the gate", () => {
  it("knows every function that the server has registered besides its own ones [gat-02]", async () => {
    const table = isMariadb ? "mysql.func" : "performance_schema.user_defined_functions";
    const column = isMariadb ? "name" : "udf_name";
    const registered = await store.scratch.onServer(`SELECT ${column} AS name FROM ${table}`);
    const allowed = registered.filter(
      ({ name }) => checkReads(`SELECT ${name}()`, store.db.server.rules) === undefined,
    );
    expect(allowed).toEqual([]);
  });

  it("takes every letter for the one that the server compares names of functions by [gat-02]", async () => {
    const letters = Array.from({ length: 0xd780 }, (_, at) => String.fromCharCode(at + 0x80));
    const plain = [..."abcdefghijklmnopqrstuvwxyz0123456789_"].map((letter) => `'${letter}'`).join(", ");
    await store.scratch.exec(
      "CREATE TABLE letters (x VARCHAR(1) CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci)",
      `INSERT INTO letters VALUES ${letters.map((letter) => `('${letter}')`).join(", ")}`,
    );
    const same = await store.scratch.exec(`SELECT x FROM letters WHERE x IN (${plain})`);
    expect(same.length).toBeGreaterThan(400);
    expect(same.filter(({ x }) => !/^[A-Z0-9_]$/.test(plainCapitals(String(x))))).toEqual([]);
  });
});

describe("what a step's function sets", () => {
  it("does not let the next step of the pool write", async () => {
    const connection = await store.steps.connect("read");
    expect((await readStep(connection, "SELECT f_lift() AS x")).text).toBe('{"x":"1"}\n');
    for (const sql of ["SELECT f_insert()", "CREATE TABLE more (id INT)", "SELECT f_log()"]) {
      expect((await readStep(connection, sql)).end).toMatchObject({ kind: "error" });
    }
    await connection.close();
    expect(await rowCounts()).toEqual({ n: "0" });
  });

  it("does not lift the next step's time limit or change its character set", async () => {
    const connection = await store.steps.connect("read");
    await readStep(connection, "SELECT f_mode() AS x");
    const { text } = await readStep(
      connection,
      `SELECT ${TIME_LIMIT} = 25 AS x, @@character_set_results AS c, 'ї' AS i`,
    );
    expect(JSON.parse(text)).toEqual({ x: "1", c: "utf8mb4", i: "ї" });
    await connection.close();
  });
});

describe("nothing of a pool's session reaches the next one", () => {
  /** Two pools on one connection, one after the other. */
  async function after(mode: "read" | "write", first: readonly string[], sql: string): Promise<unknown> {
    // What the pools before left is taken away behind their end.
    await pause(50);
    const connection = await store.steps.connect(mode);
    const ids = [await readStep(connection, "SELECT CONNECTION_ID() AS id")];
    for (const statement of first) await readStep(connection, statement);
    await connection.close();
    await pause(50);
    const next = await store.steps.connect(mode);
    ids.push(await readStep(next, "SELECT CONNECTION_ID() AS id"));
    const { text, end } = await readStep(next, sql);
    await next.close();
    expect(ids[1]?.text).toBe(ids[0]?.text);
    return end.kind === "error" ? end.text : JSON.parse(text);
  }

  it("a variable", async () => {
    expect(await after("read", ["SELECT f_mode()"], "SELECT @left AS x")).toEqual({ x: null });
    expect(await after("write", ["SET @left = 5"], "SELECT @left AS x")).toEqual({ x: null });
  });

  it("a lock of the server", async () => {
    expect(await after("write", ["SELECT GET_LOCK('left', 0)"], "SELECT IS_FREE_LOCK('left') AS x")).toEqual({
      x: "1",
    });
  });

  it("a temporary table", async () => {
    expect(await after("write", ["CREATE TEMPORARY TABLE left_over (id INT)"], "SELECT * FROM left_over")).toMatch(
      /doesn't exist$/,
    );
  });

  it("another database", async () => {
    const { name } = store.scratch;
    expect(await after("write", ["USE information_schema"], "SELECT DATABASE() AS x")).toEqual({ x: name });
  });

  it("a transaction", async () => {
    const left = ["START TRANSACTION", "INSERT INTO goods (name) VALUES ('left')"];
    expect(await after("write", left, `SELECT COUNT(*) AS n, ${IN_TRANSACTION} AS t FROM goods`)).toEqual({
      n: "0",
      t: "0",
    });
  });

  it("a mode, a time limit, a character set", async () => {
    const left = [`SET SESSION sql_mode = 'ANSI_QUOTES', ${LIMIT} = 1, sql_select_limit = 1`, "SET NAMES latin1"];
    const sql = `SELECT "ї" AS x, ${TIME_LIMIT} = 25 AS t FROM seq_1_to_2 LIMIT 1`;
    expect(await after("write", left, sql)).toEqual({ x: "ї", t: "1" });
  });
});

describe("a writing pool's connection", () => {
  it("keeps its session from step to step, and tells what was written", async () => {
    const connection = await store.steps.connect("write");
    expect(
      await connection.run("CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a TEXT)", [], NO_LIMITS),
    ).toEqual({
      affected: 0,
      insertId: "0",
    });
    expect(await connection.run("INSERT INTO t (a) VALUES (?), (?)", ["x", "y"], NO_LIMITS)).toEqual({
      affected: 2,
      insertId: "1",
    });
    expect(await connection.run("UPDATE t SET a = 'x'", [], NO_LIMITS)).toEqual({ affected: 2, insertId: "0" });
    expect((await readStep(connection, "SELECT LAST_INSERT_ID() AS id, COUNT(*) AS n FROM t")).text).toBe(
      '{"id":"1","n":"2"}\n',
    );
    await connection.close();
  });

  it("takes the first result of a procedure and is free for the next statement", async () => {
    const connection = await store.steps.connect("write");
    expect(await readStep(connection, "CALL p_two()")).toEqual({
      text: '{"a":"1"}\n',
      end: { kind: "done", rows: 1, sameNames: [] },
    });
    expect(await connection.run("CALL p_two()", [], NO_LIMITS)).toEqual({ affected: 0, insertId: "0" });
    expect((await readStep(connection, "SELECT 1 x")).text).toBe('{"x":"1"}\n');
    await connection.close();
  });

  it("tells an id beyond 2^53 whole", async () => {
    await store.scratch.exec(
      "CREATE TABLE big (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY) AUTO_INCREMENT = 18446744073709551600",
    );
    const connection = await store.steps.connect("write");
    expect(await connection.run("INSERT INTO big VALUES ()", [], NO_LIMITS)).toEqual({
      affected: 1,
      insertId: "18446744073709551600",
    });
    await connection.close();
  });
});
