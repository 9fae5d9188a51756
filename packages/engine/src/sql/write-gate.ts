import { stepRefusals } from "@prilavok/protocol";
import { readComments } from "./gate-comments.ts";
import { checkSecrets } from "./gate-secrets.ts";
import { capitals } from "./lex-characters.ts";
import { TokenCursor } from "./lex-cursor.ts";
import { writtenName } from "./lex-name.ts";
import type { LexRules } from "./lex-rules.ts";

/** Settings of a session by which Core reads statements, or ends transactions. */
const READ_BY = ["SQL_MODE", "COMPLETION_TYPE"];
const XA_STEPS = ["START", "BEGIN", "END", "PREPARE", "COMMIT", "ROLLBACK", "RECOVER"];

/**
 * The gate of statements that may do anything to the store's database: a refusal where SQLite would open another file for
 * one; where a server would run a text that a statement puts together, read the next texts in another way, or keep a
 * transaction past its pool; else nothing. On a server the database user's own rights say which files a statement reaches.
 */
export function checkWrites(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect === "sqlite") return checkFiles(sql, rules);
  const { code, refusal } = readComments(sql, rules);
  // More than one text may be run where comments leave that open: the words are enough then.
  if (refusal !== undefined && /prepare|execute|\bxa\b|sql_mode|completion_type/i.test(sql)) return refusal;
  return checkServer(code, rules) ?? (code === sql ? undefined : checkServer(sql, rules));
}

function checkServer(sql: string, rules: LexRules): string | undefined {
  return checkSecrets(sql, rules) ?? checkDynamic(sql, rules) ?? checkSession(sql, rules);
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
  if (/execute_prepared_stmt/i.test(sql)) return stepRefusals.dynamicSql("execute_prepared_stmt");
  const cursor = new TokenCursor(sql, rules);
  for (let last = cursor.before; cursor.token.kind !== "end"; last = cursor.before, cursor.advance()) {
    if (cursor.isWord("EXECUTE") && cursor.isFollowedBy("IMMEDIATE"))
      return stepRefusals.dynamicSql("EXECUTE IMMEDIATE");
    if (cursor.isWord("FROM") && last.kind === "word" && last.text === "PREPARE")
      return stepRefusals.dynamicSql("PREPARE");
  }
  return undefined;
}

/** A session's setting that Core stands on is not set, and no transaction is begun that outlives its connection. */
function checkSession(sql: string, rules: LexRules): string | undefined {
  if (!/\bxa\b|sql_mode|completion_type/i.test(sql)) return undefined;
  let sets = false;
  for (const cursor = new TokenCursor(sql, rules); cursor.token.kind !== "end"; cursor.advance()) {
    if (cursor.isWord("XA") && XA_STEPS.some((step) => cursor.isFollowedBy(step))) return stepRefusals.outlivesPool;
    sets ||= cursor.isWord("SET");
    const isName = cursor.token.kind === "word" || cursor.token.kind === "name";
    const name = isName ? capitals(writtenName(sql, cursor.token)) : "";
    if (sets && READ_BY.includes(name)) return stepRefusals.coresSetting(name);
  }
  return undefined;
}
