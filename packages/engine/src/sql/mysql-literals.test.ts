import { describe, expect, it } from "vitest";
import { placeLiterals } from "./mysql-literals.ts";

const RULES = { dialect: "mariadb", noBackslashEscapes: false, ansiQuotes: false } as const;

describe("values in a text", () => {
  it.each([
    ["SELECT ?", ["a'b"], "SELECT  _utf8mb4 x'612762' "],
    ["SELECT ?", [""], "SELECT  _utf8mb4 x'' "],
    ["SELECT ?", [Uint8Array.from([0, 255])], "SELECT  _binary x'00ff' "],
    ["SELECT ?,?", [null, 1.5], "SELECT  NULL , 1.5 "],
    ["SELECT 1-?", [-5], "SELECT 1- -5 "],
    ["SELECT 1?", ["x"], "SELECT 1 _utf8mb4 x'78' "],
    ["SELECT /?*2*/1", [3], "SELECT / 3 *2*/1"],
    ["SELECT ?", [18446744073709551615n], "SELECT  18446744073709551615 "],
    ["SELECT '?', `?`, \"?\" -- ?\n# ?\n/* ? */, ?", [1], "SELECT '?', `?`, \"?\" -- ?\n# ?\n/* ? */,  1 "],
  ])("%j", (sql, values, text) => {
    expect(placeLiterals(sql, values, RULES)).toBe(text);
  });

  it("are found as the server's sql_mode reads the text", () => {
    const sql = "SELECT 'a\\', ?, 'b'";
    expect(placeLiterals(sql, [1], { ...RULES, noBackslashEscapes: true })).toBe("SELECT 'a\\',  1 , 'b'");
    expect(() => placeLiterals(sql, [1], RULES)).toThrow("fewer places");
  });

  it("have to be as many as the places", () => {
    expect(() => placeLiterals("SELECT ?, ?", [1], RULES)).toThrow("more places");
    expect(() => placeLiterals("SELECT 1", [1], RULES)).toThrow("fewer places");
  });
});
