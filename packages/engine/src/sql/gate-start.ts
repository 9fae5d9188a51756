import { gateRefusals } from "@prilavok/protocol";
import { shownToken } from "./gate-shown.ts";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

const DATA_CHANGES = ["INSERT", "REPLACE", "UPDATE", "DELETE"] as const;

/** Every word a statement of SQLite begins with, but those that read. After EXPLAIN none of them is a table. */
const SQLITE_ACTS = [
  ...DATA_CHANGES,
  ...["CREATE", "ALTER", "DROP", "PRAGMA", "ATTACH", "DETACH", "VACUUM", "REINDEX", "ANALYZE"],
  ...["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "EXPLAIN"],
] as const;

/**
 * The statement begins as a reading one, behind parentheses, the tables of WITH and EXPLAIN: a refusal or nothing.
 * Whatever follows its verb is for `checkBody`.
 */
export function checkStart(sql: string, rules: LexRules): string | undefined {
  const cursor = new TokenCursor(sql, rules);
  const broken = goToVerb(cursor);
  if (broken !== undefined) return broken;
  if (isSelecting(cursor) || cursor.isWord("SHOW")) return undefined;
  if (cursor.isWord("EXPLAIN", "DESCRIBE", "DESC")) return checkExplain(cursor);
  if (cursor.isWord("ANALYZE")) return checkAnalyze(cursor);
  return gateRefusals.startsWith(shownToken(sql, cursor.token));
}

function isSelecting(cursor: TokenCursor): boolean {
  return cursor.isWord("SELECT", "VALUES") || (cursor.rules.dialect === "mysql" && cursor.isWord("TABLE"));
}

/** Moves to the statement's verb; a WITH that does not lead to one is a refusal. */
function goToVerb(cursor: TokenCursor): string | undefined {
  for (;;) {
    while (cursor.takeMark("("));
    if (!cursor.takeWord("WITH")) return undefined;
    const broken = passTables(cursor);
    if (broken !== undefined) return broken;
  }
}

/** `[RECURSIVE] name [(columns)] AS [[NOT] MATERIALIZED] (…) [CYCLE columns RESTRICT], …` */
function passTables(cursor: TokenCursor): string | undefined {
  const broken = gateRefusals.startsWith("WITH");
  cursor.takeWord("RECURSIVE");
  do {
    if (cursor.takeName() === undefined) return broken;
    if (cursor.isMark("(") && !passParentheses(cursor)) return broken;
    if (!cursor.takeWord("AS")) return broken;
    cursor.takeWord("NOT");
    cursor.takeWord("MATERIALIZED");
    const inside = cursor.peek();
    if (inside.kind === "word" && (DATA_CHANGES as readonly string[]).includes(inside.text)) {
      return gateRefusals.startsWith(inside.text);
    }
    if (!passParentheses(cursor)) return broken;
    if (cursor.takeWord("CYCLE")) {
      while (cursor.takeName() !== undefined && !cursor.takeWord("RESTRICT")) cursor.takeMark(",");
    }
  } while (cursor.takeMark(","));
  return undefined;
}

/** Steps from `(` over its `)`; false where there is no pair of them. */
function passParentheses(cursor: TokenCursor): boolean {
  let depth = 0;
  do {
    if (cursor.isMark("(")) depth++;
    else if (cursor.isMark(")")) depth--;
    else if (depth === 0 || cursor.token.kind === "end") return false;
    cursor.advance();
  } while (depth > 0);
  return true;
}

/** `EXPLAIN`, `DESCRIBE`, `DESC`: of a reading statement, of a table and perhaps its column, of a connection. */
function checkExplain(cursor: TokenCursor): string | undefined {
  const isExplain = cursor.isWord("EXPLAIN");
  cursor.advance();
  if (passExplainOptions(cursor) === "whole" || cursor.isAtEnd()) return undefined;
  const first = cursor.token;
  const broken = goToVerb(cursor);
  if (broken !== undefined) return broken;
  const verb = cursor.token;
  const acts: readonly string[] = isExplain && cursor.rules.dialect === "sqlite" ? SQLITE_ACTS : DATA_CHANGES;
  const isTable = verb === first && !cursor.isWord(...acts);
  if (isSelecting(cursor) || cursor.isWord("INTO") || (isTable && passTableForm(cursor))) return undefined;
  return gateRefusals.explainRuns(shownToken(cursor.sql, verb));
}

/** "whole": the options ended the statement, as `FOR CONNECTION 5` does. */
function passExplainOptions(cursor: TokenCursor): "whole" | "more" {
  for (;;) {
    if (cursor.takeWord("EXTENDED", "PARTITIONS")) continue;
    if (cursor.rules.dialect !== "sqlite" && cursor.takeWord("ANALYZE")) continue;
    if (takeFormat(cursor)) continue;
    if (cursor.isWord("QUERY") && cursor.isFollowedBy("PLAN")) {
      cursor.advance();
      cursor.advance();
    } else if (cursor.takeWord("FOR")) {
      if (cursor.takeWord("CONNECTION")) return "whole";
      cursor.takeWord("SCHEMA", "DATABASE");
      cursor.takeName();
    } else {
      return "more";
    }
  }
}

/** `FORMAT = JSON` */
function takeFormat(cursor: TokenCursor): boolean {
  if (!cursor.isWord("FORMAT") || cursor.peek().text !== "=") return false;
  cursor.advance();
  cursor.advance();
  return cursor.takeName() !== undefined;
}

/** `[schema.]table [column | 'pattern' | :NAME]` and no more. */
function passTableForm(cursor: TokenCursor): boolean {
  if (cursor.takeName() === undefined) return false;
  if (cursor.takeMark(".") && cursor.takeName() === undefined) return false;
  if (cursor.takeName() === undefined && cursor.token.kind === "variable") cursor.advance();
  return cursor.isAtEnd();
}

/** MariaDB's ANALYZE runs what it explains, and of a table it writes: nothing of it reads. */
function checkAnalyze(cursor: TokenCursor): string {
  cursor.advance();
  takeFormat(cursor);
  return cursor.isWord(...DATA_CHANGES)
    ? gateRefusals.explainRuns(cursor.token.text)
    : gateRefusals.startsWith("ANALYZE");
}
