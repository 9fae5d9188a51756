import { describe, expect, it } from "vitest";
import type { LexRules } from "./lex-rules.ts";
import { readShow } from "./read-show.ts";

const rules: LexRules = { dialect: "sqlite", noBackslashEscapes: false, ansiQuotes: false };
const read = (sql: string, values: readonly string[] = []) => readShow(sql, values, rules);

describe("reading a SHOW of SQLite", () => {
  it.each([
    ["SHOW TABLES", { kind: "tables", full: false, like: undefined }],
    ["show full tables like 'ms\\_%';", { kind: "tables", full: true, like: "ms\\_%" }],
    [
      "/* a */ SHOW COLUMNS FROM ms_product -- b",
      { kind: "columns", table: "ms_product", full: false, like: undefined },
    ],
    [
      "SHOW FULL FIELDS IN `ms_product` LIKE 'it''s'",
      { kind: "columns", table: "ms_product", full: true, like: "it's" },
    ],
    ['SHOW CREATE TABLE "ms""x"', { kind: "create", what: "table", table: 'ms"x' }],
    ["SHOW CREATE VIEW [v a]", { kind: "create", what: "view", table: "v a" }],
    ["SHOW INDEX FROM main.ms_product", { kind: "index", table: "ms_product" }],
    ["SHOW KEYS IN t", { kind: "index", table: "t" }],
    ["SHOW INDEXES FROM t", { kind: "index", table: "t" }],
    ["DESCRIBE t", { kind: "columns", table: "t", full: false, like: undefined }],
    ["DESC t name", { kind: "columns", table: "t", full: false, like: "name" }],
    ["DESC t 'na%'", { kind: "columns", table: "t", full: false, like: "na%" }],
    ["EXPLAIN t", { kind: "columns", table: "t", full: false, like: undefined }],
  ])("understands %s", (sql, expected) => {
    expect(read(sql)).toEqual(expected);
  });

  it("takes the pattern that was bound", () => {
    expect(read("SHOW TABLES LIKE ?", ["a%"])).toEqual({ kind: "tables", full: false, like: "a%" });
    expect(read("DESCRIBE t ?", ["a%"])).toEqual({ kind: "columns", table: "t", full: false, like: "a%" });
  });

  it.each([
    "SHOW",
    "SHOW STATUS",
    "SHOW TABLES FROM x",
    "SHOW COLUMNS",
    "SHOW COLUMNS FROM other.t",
    "SHOW FULL INDEX FROM t",
    "SHOW INDEX FROM t WHERE 1",
    "SHOW CREATE DATABASE x",
    "DESC",
    "DESC SELECT x",
    "DESCRIBE a b c",
  ])("says in words that it does not know %s", (sql) =>
    expect(read(sql)).toEqual({ refusal: expect.stringMatching(/^SQLite has no such statement/) }),
  );

  it.each([
    "SELECT 1",
    "EXPLAIN SELECT a",
    "EXPLAIN QUERY PLAN SELECT a",
    "EXPLAIN WITH a AS (SELECT 1) SELECT 2",
    "EXPLAIN VALUES (1)",
    "EXPLAIN",
    "'SHOW TABLES'",
    "",
  ])("leaves %j to SQLite", (sql) => expect(read(sql)).toBeUndefined());
});
