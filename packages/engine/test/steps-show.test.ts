import { afterAll, beforeAll, expect, it } from "vitest";
import { makeStore, runPool, type StepsStore } from "./steps-store.ts";

let store: StepsStore;
beforeAll(async () => {
  store = await makeStore();
  await store.exec(`
    CREATE TABLE ms_p (id INTEGER PRIMARY KEY AUTOINCREMENT, code "varchar(10)" NOT NULL DEFAULT '', u TEXT,
      a "int(11)" NOT NULL DEFAULT 0, b "int(11)", q TEXT DEFAULT 'it''s', g INT AS (a + 1), h INT AS (a) STORED);
    CREATE UNIQUE INDEX u_code ON ms_p (code);
    CREATE UNIQUE INDEX u_u ON ms_p (u);
    CREATE INDEX ab ON ms_p (a, b DESC);
    CREATE INDEX b ON ms_p (b);
    CREATE TABLE nokey (x INT NOT NULL, y INT, UNIQUE (y), UNIQUE (x));
    CREATE TABLE pair (x INT, y INT, z INT, PRIMARY KEY (y, x));
    CREATE TABLE "od'd ""t" ("a b" INT UNIQUE, c TEXT);
    CREATE UNIQUE INDEX part ON "od'd ""t" (c) WHERE c > '';
    CREATE VIEW v_p AS SELECT id, code FROM ms_p;
  `);
});
afterAll(() => store.close());

const ask = async (sql: string, params: Record<string, unknown> = {}) => {
  const pool = await runPool(store, [{ do: "select", sql, params }]);
  expect(pool.answer.steps[0]?.error).toBeUndefined();
  return (pool.rows["steps.1"] ?? []) as Record<string, string | null>[];
};
const error = async (sql: string) => (await runPool(store, [{ do: "select", sql }])).answer.steps[0]?.error;
const lines = (rows: Record<string, string | null>[]) => rows.map((row) => Object.values(row));

const COLUMNS = ["Field", "Type", "Null", "Key", "Default", "Extra"];
const P = [
  ["id", "integer", "NO", "PRI", null, "auto_increment"],
  ["code", "varchar(10)", "NO", "UNI", "", ""],
  ["u", "text", "YES", "UNI", null, ""],
  ["a", "int(11)", "NO", "MUL", "0", ""],
  ["b", "int(11)", "YES", "MUL", null, ""],
  ["q", "text", "YES", "", "it's", ""],
  ["g", "int", "YES", "", null, "VIRTUAL GENERATED"],
  ["h", "int", "YES", "", null, "STORED GENERATED"],
];

it("SHOW COLUMNS and DESCRIBE answer with MariaDB's columns and keys [dbs-02]", async () => {
  for (const sql of ["SHOW COLUMNS FROM {DBNICK}_p", "DESCRIBE ms_p", "desc `MS_P`;", "SHOW FIELDS IN main.ms_p"]) {
    const rows = await ask(sql);
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMNS);
    expect(lines(rows)).toEqual(P);
  }
  expect(lines(await ask("SHOW COLUMNS FROM ms_p LIKE 'C%'"))).toEqual([P[1]]);
  expect(lines(await ask("SHOW COLUMNS FROM ms_p LIKE :LIKE", { like: "c_de" }))).toEqual([P[1]]);
  expect(lines(await ask("SHOW COLUMNS FROM ms_p LIKE 'c\\_de'"))).toEqual([]);
  expect(lines(await ask("DESCRIBE ms_p b"))).toEqual([P[4]]);
});

it("SHOW FULL COLUMNS adds MariaDB's columns in their places [dbs-02]", async () => {
  const [row = {}] = await ask("SHOW FULL COLUMNS FROM ms_p");
  expect(Object.keys(row)).toEqual([
    "Field",
    "Type",
    "Collation",
    "Null",
    "Key",
    "Default",
    "Extra",
    "Privileges",
    "Comment",
  ]);
});

it("derives the key as MariaDB does where there is no primary key, and for one of two columns", async () => {
  const keys = async (table: string) => (await ask(`DESCRIBE ${table}`)).map((row) => [row.Field, row.Key]);
  expect(await keys("nokey")).toEqual([
    ["x", "PRI"],
    ["y", "UNI"],
  ]);
  expect(await keys("pair")).toEqual([
    ["x", "PRI"],
    ["y", "PRI"],
    ["z", ""],
  ]);
  expect(await keys(`"od'd ""t"`)).toEqual([
    ["a b", "UNI"],
    ["c", "MUL"],
  ]);
  expect(await keys("v_p")).toEqual([
    ["id", ""],
    ["code", ""],
  ]);
  expect(await keys("ms_oper_block")).toEqual(expect.arrayContaining([["user_id", "MUL"]]));
});

it("SHOW INDEX lists the parts of every key, the primary one first [dbs-02]", async () => {
  const rows = await ask("SHOW INDEX FROM ms_p");
  expect(Object.keys(rows[0] ?? {})).toEqual([
    "Table",
    "Non_unique",
    "Key_name",
    "Seq_in_index",
    "Column_name",
    "Collation",
    "Cardinality",
    "Sub_part",
    "Packed",
    "Null",
    "Index_type",
    "Comment",
    "Index_comment",
    "Ignored",
  ]);
  expect(lines(rows).map((line) => [...line.slice(0, 6), line[9]])).toEqual([
    ["ms_p", "0", "PRIMARY", "1", "id", "A", ""],
    ["ms_p", "0", "u_code", "1", "code", "A", ""],
    ["ms_p", "0", "u_u", "1", "u", "A", "YES"],
    ["ms_p", "1", "ab", "1", "a", "A", ""],
    ["ms_p", "1", "ab", "2", "b", "D", "YES"],
    ["ms_p", "1", "b", "1", "b", "A", "YES"],
  ]);
  expect((await ask("SHOW KEYS FROM PAIR")).map((row) => [row.Table, row.Key_name, row.Column_name])).toEqual([
    ["pair", "PRIMARY", "y"],
    ["pair", "PRIMARY", "x"],
  ]);
  expect(await ask("SHOW INDEX FROM v_p")).toEqual([]);
});

it("SHOW TABLES lists tables and views but SQLite's own [dbs-02]", async () => {
  const names = (await ask("SHOW TABLES")).map((row) => row.Tables_in_main);
  expect(names).toEqual(expect.arrayContaining(["ms_p", "ms_store", "nokey", "v_p", `od'd "t`]));
  expect(names).toEqual([...names].sort());
  expect(names.filter((name) => name?.startsWith("sqlite_"))).toEqual([]);
  expect(await ask("SHOW TABLES LIKE '__\\_p'")).toEqual([{ "Tables_in_main (__\\_p)": "ms_p" }]);
  expect(await ask("SHOW FULL TABLES LIKE 'v\\_%'")).toEqual([{ "Tables_in_main (v\\_%)": "v_p", Table_type: "VIEW" }]);
});

it("SHOW CREATE TABLE answers the table's text with its indexes, or the view's [dbs-02]", async () => {
  const [table] = await ask("SHOW CREATE TABLE ms_p");
  expect(Object.keys(table ?? {})).toEqual(["Table", "Create Table"]);
  expect(table?.["Create Table"]).toMatch(
    /^CREATE TABLE ms_p \(.*\);\nCREATE UNIQUE INDEX u_code ON ms_p \(code\);\n/s,
  );
  const [view] = await ask("SHOW CREATE TABLE v_p");
  expect(Object.keys(view ?? {})).toEqual(["View", "Create View", "character_set_client", "collation_connection"]);
});

it("refuses a table that is not there, in SQLite's words", async () => {
  for (const sql of ["SHOW COLUMNS FROM gone", "DESC gone", "SHOW INDEX FROM gone", "SHOW CREATE TABLE gone"]) {
    expect(await error(sql)).toBe("no such table: gone");
  }
});
