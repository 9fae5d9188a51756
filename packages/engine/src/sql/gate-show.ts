import { gateRefusals } from "@prilavok/protocol";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The condition of a server's SHOW holds no query: InnoDB locks the rows it reads there, as it does for all but a SELECT, and
 * a WITH there ends MariaDB 10.11 with all its connections. A refusal or nothing, of other statements too.
 */
export function checkShow(sql: string, rules: LexRules): string | undefined {
  const cursor = new TokenCursor(sql, rules);
  while (cursor.takeMark("("));
  if (!cursor.takeWord("SHOW") || rules.dialect === "sqlite") return undefined;
  for (; cursor.token.kind !== "end"; cursor.advance()) {
    const isQuery = cursor.isWord("SELECT", "WITH") || (cursor.isWord("TABLE") && cursor.before.text === "(");
    if (isQuery) return gateRefusals.queryInShow(cursor.token.text);
  }
  return undefined;
}
