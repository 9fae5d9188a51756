import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The query a server is sent in the place of `SHOW [FULL] PROCESSLIST`: its columns and rows, with the statement of this
 * connection alone, as those of others hold their values. Undefined for any other text, one with a block comment too, which a
 * server may run.
 */
export function serverProcesses(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect === "sqlite" || sql.includes("/*")) return undefined;
  const cursor = new TokenCursor(sql, rules);
  if (!cursor.takeWord("SHOW")) return undefined;
  const statement = cursor.takeWord("FULL") ? "INFO" : "LEFT(INFO, 100)";
  if (!cursor.takeWord("PROCESSLIST") || !cursor.isAtEnd()) return undefined;
  const progress = rules.dialect === "mariadb" ? ", PROGRESS AS Progress" : "";
  return `SELECT ID AS Id, USER AS User, HOST AS Host, DB AS db, COMMAND AS Command, TIME AS Time, STATE AS State,
    IF(ID = CONNECTION_ID(), ${statement}, NULL) AS Info${progress} FROM information_schema.PROCESSLIST ORDER BY ID`;
}
