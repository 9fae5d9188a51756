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
    "PREPARE /*!50000 s */ /*!999999 , */ FROM @q",
    "EXECUTE /*!999999 x */ /*!50000 IMMEDIATE */ @q",
    "CALL sys.execute_prepared_stmt(@q)",
    "SET sql_mode = 'NO_BACKSLASH_ESCAPES'",
    "set session `SQL_MODE` = ''",
    "SET @@completion_type = 1",
    "CREATE PROCEDURE p() SET sql_mode = ''",
    "XA START 'b0'",
    "xa prepare 'b0'",
    "SHOW GRANTS",
    "SHOW CREATE USER CURRENT_USER()",
    "SHOW /* all */ PROCESSLIST",
    "SHOW /*!FULL*/ PROCESSLIST",
    "SHOW /*!PROCESSLIST*/",
    "SHOW PROCESSLIST LIMIT 1",
    "SELECT info FROM information_schema.`processlíst`",
  ])("refuses what Core cannot stand on or must not show: %s", (sql) => {
    expect(checkWrites(sql, onServer)).toBeDefined();
  });

  it.each([
    "SELECT @@sql_mode",
    "INSERT INTO ms_note (text) VALUES ('SET sql_mode')",
    "SHOW CREATE TABLE ms_brand",
    "SHOW PROCESSLIST",
    "-- who is here\nshow full processlist",
    "SELECT processlist FROM ms_work",
    "UPDATE ms_brand SET xa = 1",
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
