import { describe, expect, it } from "vitest";
import { nextToken, TEXT_START } from "./lex.ts";
import type { LexRules } from "./lex-rules.ts";

const sqlite: LexRules = { dialect: "sqlite", noBackslashEscapes: false, ansiQuotes: false };
const server: LexRules = { ...sqlite, dialect: "mariadb" };

/** The tokens of a text: words and marks as they are written, the rest as `kind:text`. */
function tokens(sql: string, rules: LexRules): string[] {
  const found: string[] = [];
  for (let token = nextToken(sql, TEXT_START, rules); token.kind !== "end"; token = nextToken(sql, token, rules)) {
    const written = sql.slice(token.start, token.end);
    found.push(token.kind === "word" || token.kind === "mark" ? written : `${token.kind}:${written}`);
  }
  return found;
}

describe("the lexer", () => {
  it.each([
    ["1--1", ["number:1", "-", "-", "number:1"], ["number:1"]],
    ["1 --\u00A0x", ["number:1", "-", "-", "\u00A0x"], ["number:1"]],
    ["1 --\x01x\n+", ["number:1", "+"], ["number:1", "+"]],
    ["1 --\x7Fx\n+", ["number:1", "+"], ["number:1", "+"]],
    ["1 --", ["number:1"], ["number:1"]],
    ["1 -- a\rb\n+", ["number:1", "+"], ["number:1", "+"]],
    ["1 #a\n+", ["number:1", "+"], ["number:1", "#", "a", "+"]],
    ["/*/ a */b", ["b"], ["b"]],
    ["/**/a/***/b", ["a", "b"], ["a", "b"]],
    ["/* a /* b */c", ["c"], ["c"]],
    ["a /* b", ["a", "unclosed:/* b"], ["a"]],
    ["a /*", ["a", "unclosed:/*"], ["a", "/", "*"]],
    ["\uFEFFa", ["\uFEFFa"], ["a"]],
    ["\va \vb", ["a", "b"], ["\v", "a", "b"]],
    ["a\u2028b", ["a\u2028b"], ["a\u2028b"]],
  ])("tells comments and white space of %j as the servers and SQLite do", (sql, onServer, onSqlite) => {
    expect(tokens(sql, server)).toEqual(onServer);
    expect(tokens(sql, sqlite)).toEqual(onSqlite);
  });

  it.each([
    ["'a\\'b'", ["string:'a\\'b'"], ["string:'a\\'", "b", "unclosed:'"]],
    ["'a\\\\'b", ["string:'a\\\\'", "b"], ["string:'a\\\\'", "b"]],
    ["'it''s'x", ["string:'it''s'", "x"], ["string:'it''s'", "x"]],
    ['"a""b"', ['string:"a""b"'], ['name:"a""b"']],
    ['"a\\"b"', ['string:"a\\"b"'], ['name:"a\\"', "b", 'unclosed:"']],
    ["`a\\`b", ["name:`a\\`", "b"], ["name:`a\\`", "b"]],
    ["[a;b]", ["[", "a", ";", "b", "]"], ["name:[a;b]"]],
    ["'a\0b'", ["string:'a\0b'"], ["string:'a\0b'"]],
    ["`a\0b`", ["unclosed:`a\0b`"], ["unclosed:`a\0b`"]],
  ])("tells strings and quoted names of %j as the servers and SQLite do", (sql, onServer, onSqlite) => {
    expect(tokens(sql, server)).toEqual(onServer);
    expect(tokens(sql, sqlite)).toEqual(onSqlite);
  });

  it("follows sql_mode in quotes and backslashes", () => {
    expect(tokens("'C:\\' x", { ...server, noBackslashEscapes: true })).toEqual(["string:'C:\\'", "x"]);
    expect(tokens('"a\\" x', { ...server, ansiQuotes: true })).toEqual(['name:"a\\"', "x"]);
  });

  it.each([
    ["1.INTO", ["number:1.", "INTO"]],
    ["1e0INTO", ["number:1e0", "INTO"]],
    [".5INTO", ["number:.5", "INTO"]],
    ["1.5e-3INTO", ["number:1.5e-3", "INTO"]],
    ["1eINTO", ["1eINTO"]],
    ["2col", ["2col"]],
    ["0x41 b'1' 0b01", ["number:0x41", "b", "string:'1'", "number:0b01"]],
    ["0x41.5INTO", ["number:0x41", "number:.5", "INTO"]],
    ["t.5INTO", ["name:t", ".", "name:5INTO"]],
    ["`t`.5INTO", ["name:`t`", "number:.5", "INTO"]],
    ["o.into", ["name:o", ".", "name:into"]],
    ["o. into", ["o", ".", "into"]],
    ["1.e(", ["misread:1.", "e", "("]],
  ])("ends the numbers and names of %j where a server does", (sql, expected) => {
    expect(tokens(sql, server)).toEqual(expected);
  });

  it.each([
    [":A ?1 @b $c :d", ["variable::A", "variable:?1", "variable:@b", "variable:$c", "variable::d"]],
    ["a$b @ : ?", ["a$b", "@", ":", "variable:?"]],
    [":A::B", ["variable::A", ":", "variable::B"]],
  ])("reads the parameters of %j as SQLite does", (sql, expected) => {
    expect(tokens(sql, sqlite)).toEqual(expected);
  });

  it.each([
    [
      ":A @a.into @@global.x @`q`",
      ["variable::A", "variable:@a.into", "@@", "name:global", ".", "name:x", "@", "name:`q`"],
    ],
    ["@v:=1 ?1", ["variable:@v", ":=", "number:1", "variable:?", "number:1"]],
    ["$a", ["$a"]],
  ])("reads the variables of %j as a server does", (sql, expected) => {
    expect(tokens(sql, server)).toEqual(expected);
  });

  it("folds ASCII letters alone", () => {
    expect(nextToken("select", TEXT_START, server).text).toBe("SELECT");
    expect(nextToken("ſelect", TEXT_START, server).text).toBe("ſELECT");
    expect(nextToken("wıth", TEXT_START, server).text).toBe("WıTH");
  });
});
