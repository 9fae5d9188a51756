import { describe, expect, it } from "vitest";
import { checkWrites } from "./write-gate.ts";

const onServer = { dialect: "mariadb", noBackslashEscapes: false, ansiQuotes: false } as const;

describe("the gate of statements that write", () => {
  it.each([
    "PREPARE s FROM CONCAT('SELECT * FROM ms_user_', 'password')",
    "prepare `s` from @text",
    "EXECUTE IMMEDIATE CONCAT('DELETE FROM ms_user_', 'password')",
    "BEGIN NOT ATOMIC EXECUTE IMMEDIATE @text; END",
    "CREATE PROCEDURE p() BEGIN PREPARE s FROM @text; EXECUTE s; END",
    "/*!50000 EXECUTE IMMEDIATE @text */",
    "/*M!100000 PREPARE s FROM */ @text",
  ])("refuses a text that nobody has read: %s", (sql) => {
    expect(checkWrites(sql, onServer)).toMatch(/^(PREPARE|EXECUTE IMMEDIATE) runs a text that nobody has read\. Send/);
  });

  it.each([
    "UPDATE ms_brand SET name = 'EXECUTE IMMEDIATE' WHERE id = 1",
    "SELECT prepare, immediate FROM ms_work",
    "DELETE `prepare` FROM ms_work AS `prepare`",
    "GRANT EXECUTE ON PROCEDURE p TO anna",
  ])("lets through: %s", (sql) => {
    expect(checkWrites(sql, onServer)).toBeUndefined();
  });

  it.each(["ATTACH 'x' AS y", "VACUUM INTO 'x'"])("keeps SQLite in its file: %s", (sql) => {
    const refused = /^A step writes the store's database only/;
    expect(checkWrites(sql, { dialect: "sqlite", noBackslashEscapes: true, ansiQuotes: true })).toMatch(refused);
  });
});
