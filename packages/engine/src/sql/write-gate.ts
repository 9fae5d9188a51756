import { stepRefusals } from "@prilavok/protocol";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The gate of statements that may do anything to the store's database: a refusal where SQLite would open another file for
 * one; else nothing. On a server the database user's own rights say which files a statement reaches.
 */
export function checkWrites(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect !== "sqlite") return undefined;
  const cursor = new TokenCursor(sql, rules);
  if (cursor.isWord("ATTACH")) return stepRefusals.leavesDatabase("ATTACH");
  if (!cursor.takeWord("VACUUM")) return undefined;
  for (; !cursor.isAtEnd(); cursor.advance()) {
    if (cursor.isWord("INTO")) return stepRefusals.leavesDatabase("VACUUM INTO");
  }
  return undefined;
}
