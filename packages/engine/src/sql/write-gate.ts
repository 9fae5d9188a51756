import { stepRefusals } from "@prilavok/protocol";
import { readComments } from "./gate-comments.ts";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The gate of statements that may do anything to the store's database: a refusal where SQLite would open another file for
 * one, or a server would run a text that a statement puts together; else nothing. On a server the database user's own
 * rights say which files a statement reaches.
 */
export function checkWrites(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect === "sqlite") return checkFiles(sql, rules);
  const { code } = readComments(sql, rules);
  return checkDynamic(code, rules) ?? (code === sql ? undefined : checkDynamic(sql, rules));
}

function checkFiles(sql: string, rules: LexRules): string | undefined {
  const cursor = new TokenCursor(sql, rules);
  if (cursor.isWord("ATTACH")) return stepRefusals.leavesDatabase("ATTACH");
  if (!cursor.takeWord("VACUUM")) return undefined;
  for (; !cursor.isAtEnd(); cursor.advance()) {
    if (cursor.isWord("INTO")) return stepRefusals.leavesDatabase("VACUUM INTO");
  }
  return undefined;
}

/** `PREPARE … FROM` and `EXECUTE IMMEDIATE`, wherever a block or a routine's body has them. */
function checkDynamic(sql: string, rules: LexRules): string | undefined {
  if (!/prepare|immediate/i.test(sql)) return undefined;
  const cursor = new TokenCursor(sql, rules);
  for (let last = cursor.before; cursor.token.kind !== "end"; last = cursor.before, cursor.advance()) {
    if (cursor.isWord("EXECUTE") && cursor.isFollowedBy("IMMEDIATE"))
      return stepRefusals.dynamicSql("EXECUTE IMMEDIATE");
    if (cursor.isWord("FROM") && last.kind === "word" && last.text === "PREPARE")
      return stepRefusals.dynamicSql("PREPARE");
  }
  return undefined;
}
