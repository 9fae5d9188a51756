import { gateRefusals } from "@prilavok/protocol";
import { checkBody } from "./gate-body.ts";
import { readComments } from "./gate-comments.ts";
import { checkProcedure } from "./gate-procedure.ts";
import { checkSecrets } from "./gate-secrets.ts";
import { checkShow } from "./gate-show.ts";
import { checkStart } from "./gate-start.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The read gate: a refusal where the statement does not read, or cannot be read to its end as the engine does; else
 * nothing. `sql` is the text as it is sent, with the nick in its place: what `bindStatement` gave.
 */
export function checkReads(sql: string, rules: LexRules): string | undefined {
  if (sql.includes("{DBNICK}")) throw new Error("The read gate was given a text before its nick was put in");
  if (rules.dialect === "sqlite") {
    return checkReading(sql, rules) ?? (sql.includes("\0") ? gateRefusals.zeroCharacter : undefined);
  }
  const { code, refusal } = readComments(sql, rules);
  return checkReading(code, rules) ?? (code === sql ? undefined : checkReading(sql, rules)) ?? refusal;
}

function checkReading(sql: string, rules: LexRules): string | undefined {
  return (
    checkStart(sql, rules) ??
    checkBody(sql, rules) ??
    checkShow(sql, rules) ??
    checkProcedure(sql, rules) ??
    checkSecrets(sql, rules)
  );
}
