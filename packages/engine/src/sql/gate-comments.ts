import { gateRefusals } from "@prilavok/protocol";
import { blankEnd } from "./lex-blank.ts";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * A text of a server by its comments. `code`: with what stands in executable comments (`/*!50000 …`, `/*M! …`) read as
 * code, which a server of another version skips. `refusal`: the comments make more texts of it than these two, or hold
 * a hint that lifts a limit.
 */
export interface CommentReading {
  readonly code: string;
  readonly refusal: string | undefined;
}

const EXECUTABLE = /^\/\*M?!(?:\d{5,6})?/;
/** What an engine that runs the comment may read as another end of it. */
const AMBIGUOUS = /['"`;#\\\0]|--|\/\*|\/$/;
/** In the place of an executable comment's ends: a blank there would make a comment of the `--` before it. */
const EDGE = "/**/";
const LIFTING_HINT = /\b(SET_VAR|MAX_EXECUTION_TIME|RESOURCE_GROUP)\b/i;

export function readComments(sql: string, rules: LexRules): CommentReading {
  let code = "";
  let copied = 0;
  let opening: string | undefined;
  let refusal: string | undefined;
  for (const { start, end } of blockComments(sql, rules)) {
    const text = sql.slice(start, end);
    const opened = EXECUTABLE.exec(text)?.[0];
    if (opened !== undefined) {
      refusal ??= AMBIGUOUS.test(text.slice(opened.length, -2)) ? gateRefusals.ambiguousComment : undefined;
      refusal ??= opening !== undefined && opening !== opened ? gateRefusals.severalVersions : undefined;
      opening = opened;
      code += sql.slice(copied, start) + EDGE + text.slice(opened.length, -2) + EDGE;
      copied = end;
    } else if (text.startsWith("/*+")) {
      refusal ??= checkHint(text.slice(3, -2));
    }
  }
  return { code: code + sql.slice(copied), refusal };
}

/** MySQL reads a quoted name of a hint past the end of the comment. */
function checkHint(hint: string): string | undefined {
  const lifts = LIFTING_HINT.exec(hint)?.[1];
  if (lifts !== undefined) return gateRefusals.acts(`The hint ${lifts.toUpperCase()}`, "lifts a limit");
  const names = hint.replace(/`[^`]*`|"[^"]*"|'[^']*'/g, "");
  return /['"`\\]/.test(names) ? gateRefusals.ambiguousComment : undefined;
}

function* blockComments(sql: string, rules: LexRules): Generator<{ readonly start: number; readonly end: number }> {
  if (!/\/\*M?[!+]/.test(sql)) return;
  const cursor = new TokenCursor(sql, rules);
  for (;;) {
    for (let at = cursor.before.end; at < cursor.token.start; ) {
      const end = blankEnd(sql, at, rules);
      if (sql.startsWith("/*", at)) yield { start: at, end };
      at = end;
    }
    if (cursor.token.kind === "end") return;
    cursor.advance();
  }
}
