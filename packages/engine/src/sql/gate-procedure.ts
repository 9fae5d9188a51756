import { gateRefusals } from "@prilavok/protocol";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * `PROCEDURE ANALYSE(…)` of MariaDB names nothing between its parentheses: a column there ends 10.11 and 11.8 with all
 * their connections. A refusal or nothing.
 */
export function checkProcedure(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect === "sqlite") return undefined;
  for (const cursor = new TokenCursor(sql, rules); cursor.token.kind !== "end"; cursor.advance()) {
    if (!cursor.isWord("PROCEDURE")) continue;
    cursor.advance();
    if (cursor.takeName() !== undefined && cursor.isMark("(") && namesSomething(cursor)) {
      return gateRefusals.procedureOfNames;
    }
  }
  return undefined;
}

/** Goes on to the `)` or to the first name before it. */
function namesSomething(cursor: TokenCursor): boolean {
  while (!cursor.isMark(")") && cursor.token.kind !== "end") {
    cursor.advance();
    if (cursor.token.kind === "word" || cursor.token.kind === "name") return true;
  }
  return false;
}
