import { describe, expect, it } from "vitest";
import { bindStatement } from "./bind-statement.ts";
import type { LexRules } from "./lex-rules.ts";

const sqlite: LexRules = { dialect: "sqlite", noBackslashEscapes: false, ansiQuotes: false };
const server: LexRules = { ...sqlite, dialect: "mariadb" };

const bind = (sql: string, params: Record<string, unknown> = {}, rules: LexRules = sqlite) =>
  bindStatement(sql, params, "ms", rules);

describe("binding a statement", () => {
  it("puts the nick in everywhere in the text, even inside quotes, and never in a value", () => {
    expect(bind("SELECT '{DBNICK}', :A FROM {DBNICK}_store", { A: "{DBNICK}" })).toEqual({
      sql: "SELECT 'ms', ? FROM ms_store",
      values: ["{DBNICK}"],
    });
    expect(bindStatement("{DBNICK}", {}, "$&", sqlite)).toEqual({ sql: "$&", values: [] });
  });

  it("finds a name in any case, as often as it stands in the text", () => {
    expect(bind("SELECT :ID, :ID_2, :ID", { id: 1, Id_2: 2 })).toEqual({ sql: "SELECT ?, ?, ?", values: [1, 2, 1] });
  });

  it("leaves strings, quoted names and comments alone", () => {
    const sql = "SELECT ':A', `:A`, \":A\" /* it's :A */ -- it's :A\n, 1";
    expect(bind(`${sql}, :A`, { A: 1 })).toEqual({ sql: `${sql}, ?`, values: [1] });
    expect(bind(`${sql} # :A\n, :A`, { A: 1 }, server)).toEqual({ sql: `${sql} # :A\n, ?`, values: [1] });
  });

  it("keeps each value what it is", () => {
    const params = { A: 1.5, B: true, C: false, D: null, E: "x'; --", F: -7, G: new Uint8Array([1]), H: 2n ** 60n };
    expect(bind("SELECT :A, :B, :C, :D, :E, :F, :G, :H", params)).toEqual({
      sql: "SELECT ?, ?, ?, ?, ?, ?, ?, ?",
      values: [1.5, 1, 0, null, "x'; --", -7, new Uint8Array([1]), 2n ** 60n],
    });
  });

  it("expands a list", () => {
    expect(bind("SELECT 1 WHERE 1 IN (:IDS) AND 'a' = :A", { IDS: [1, "2", true], A: "a" })).toEqual({
      sql: "SELECT 1 WHERE 1 IN (?, ?, ?) AND 'a' = ?",
      values: [1, "2", 1, "a"],
    });
  });

  it.each([
    ["an empty list", { A: [] }, "The list of :A in params is empty: "],
    ["a list inside a list", { A: [[1]] }, ":A in params takes a text, "],
    ["an object", { A: { a: 1 } }, ":A in params takes a text, "],
    ["no number", { A: Number.NaN }, ":A in params takes a text, "],
    ["a number that lost its digits", { A: 2 ** 53 }, ":A in params is a number beyond ±9007199254740991 "],
    ["such a number in a list", { A: [1, -(2 ** 60)] }, ":A in params is a number beyond ±9007199254740991 "],
    ["half of a character", { A: "a\uD83D" }, ":A in params holds half of a character "],
    ["one name twice", { A: 1, a: 2 }, "params holds one name twice, A and a: "],
  ])("refuses %s", (_, params, refusal) => {
    expect(bind("SELECT :A", params)).toEqual({ refusal: expect.stringMatching(RegExp(`^${refusal}`)) });
  });

  it("asks for no value that the text does not name", () => {
    expect(bind("SELECT 1", { A: [], B: {}, C: 2 ** 60 })).toEqual({ sql: "SELECT 1", values: [] });
  });

  it("lets a name without a value go to a server as it is, and refuses it on SQLite", () => {
    expect(bind("SELECT :A, @b, :c", {}, server)).toEqual({ sql: "SELECT :A, @b, :c", values: [] });
    expect(bind("SELECT :A")).toEqual({ refusal: 'No value for :A in params: name it there, {"A": …}' });
    expect(bind("SELECT :a", { a: 1 })).toEqual({ refusal: expect.stringMatching(/^No value for :a in params: /) });
    expect(bind("SELECT @a")).toEqual({ refusal: expect.stringMatching(/^No value for @a in params: /) });
    expect(bind("SELECT $a")).toEqual({ refusal: expect.stringMatching(/^No value for \$a in params: /) });
    expect(bind("SELECT ?1")).toEqual({ refusal: expect.stringMatching(/^No value for \?1 in params: /) });
  });

  it("refuses a bare ? on every engine: it would take another one's value", () => {
    expect(bind("SELECT ?, :A", { A: 1 }, server)).toEqual({
      refusal: expect.stringMatching(/^No value for \? in params: /),
    });
    expect(bind("SELECT '?', :A", { A: 1 }, server)).toEqual({ sql: "SELECT '?', ?", values: [1] });
  });

  it("takes a name that only looks like one of the object's own for what it is", () => {
    expect(bind("SELECT :CONSTRUCTOR")).toEqual({
      refusal: expect.stringMatching(/^No value for :CONSTRUCTOR in params: /),
    });
    expect(bind("SELECT :__PROTO__", JSON.parse('{"__proto__": 5}'))).toEqual({ sql: "SELECT ?", values: [5] });
  });

  it.each([
    ["SELECT 1;", "SELECT 1"],
    ["SELECT 1 ; \n-- end", "SELECT 1 "],
    ["SELECT 1;; /* x */ ;", "SELECT 1"],
    ["SELECT ';'", "SELECT ';'"],
    ["SELECT 1; SELECT 2;", "SELECT 1; SELECT 2"],
    [";SELECT 1", ";SELECT 1"],
  ])("leaves the end of %j out", (sql, expected) => {
    expect(bind(sql)).toEqual({ sql: expected, values: [] });
  });

  it("leaves a tail that a server may run", () => {
    expect(bind("SELECT 1; /*! DELETE FROM t */", {}, server)).toEqual({
      sql: "SELECT 1; /*! DELETE FROM t */",
      values: [],
    });
    expect(bind("SELECT 1; /*! DELETE FROM t */")).toEqual({ sql: "SELECT 1", values: [] });
  });

  it("refuses a text too long, too many values, a zero character on SQLite", () => {
    expect(bind(`SELECT '${"x".repeat(1_000_000)}'`)).toEqual({
      refusal: expect.stringMatching(/^The text of a step is at most/),
    });
    const many = Array.from({ length: 32_767 }, (_, id) => id);
    expect(bind("SELECT 1 IN (:A)", { A: many })).toEqual({
      refusal: expect.stringMatching(/^This statement takes 32767 values/),
    });
    expect(bind("SELECT 1 IN (:A)", { A: many }, server)).toMatchObject({ values: many });
    expect(bind("DELETE FROM t\0 WHERE id = 1")).toEqual({
      refusal: expect.stringMatching(/^The text holds a zero character/),
    });
    expect(bind("SELECT 'a\0b'", {}, server)).toEqual({ sql: "SELECT 'a\0b'", values: [] });
  });
});
