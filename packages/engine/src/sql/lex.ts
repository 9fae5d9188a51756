import { blankEnd } from "./lex-blank.ts";
import { capitals, isDigit, isNameCharacter, runEnd } from "./lex-characters.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * `word`: without quotes, a keyword or a name. `name`: quoted, or beside a dot, where no keyword stands. `variable`:
 * `:NAME`, `?`, `@name`, on SQLite `$name`. `mark`: one character, or `:=`, `@@`. `unclosed`: a string, a quoted name or
 * a comment without an end. `misread`: `1.e`, which some servers skip as if it were not there.
 */
type TokenKind = "start" | "word" | "name" | "string" | "number" | "variable" | "mark" | "unclosed" | "misread" | "end";

/** `start` and `end` count UTF-16 units; `text` is a word in capitals or the mark itself, else empty. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What stands before the first token. */
export const TEXT_START: Token = { kind: "start", start: 0, end: 0, text: "" };

/** The token after `previous`, read as the engine reads it; white space and comments belong to none. */
export function nextToken(sql: string, previous: Token, rules: LexRules): Token {
  const start = skipBlanks(sql, previous.end, rules);
  if (start === sql.length) return { kind: "end", start, end: start, text: "" };
  const char = sql.charAt(start);
  const code = sql.charCodeAt(start);
  const afterDot = previous.text === "." && previous.end === start;
  if (isNameCharacter(code) && (afterDot || !isDigit(code)) && !(code === DOLLAR && rules.dialect === "sqlite")) {
    return wordToken(sql, start, afterDot, rules);
  }
  if (isDigit(code) || (char === "." && startsFraction(sql, start, previous, rules))) return numberToken(sql, start);
  switch (char) {
    case "'":
      return quotedToken(sql, start, "string", rules);
    case '"':
      return quotedToken(sql, start, rules.dialect === "sqlite" || rules.ansiQuotes ? "name" : "string", rules);
    case "`":
      return quotedToken(sql, start, "name", rules);
    case "[":
      return rules.dialect === "sqlite" ? bracketToken(sql, start) : mark(char, start);
    case ":":
    case "@":
    case "?":
    case "$":
      return variableToken(sql, start, char, rules);
    case "/":
      return sql[start + 1] === "*" && rules.dialect !== "sqlite" ? unclosed(sql, start) : mark(char, start);
    default:
      return mark(char, start);
  }
}

const DOLLAR = 0x24;

function skipBlanks(sql: string, from: number, rules: LexRules): number {
  let at = from;
  for (let end = blankEnd(sql, at, rules); end > at; end = blankEnd(sql, at, rules)) at = end;
  return at;
}

const mark = (text: string, start: number): Token => ({ kind: "mark", start, end: start + text.length, text });

const unclosed = (sql: string, start: number): Token => ({ kind: "unclosed", start, end: sql.length, text: "" });

/** The servers take a word beside a dot that touches a name for a name: `o.into`, `into.id`. */
function wordToken(sql: string, start: number, afterDot: boolean, { dialect }: LexRules): Token {
  const end = runEnd(sql, start, isNameCharacter);
  const beforeDot = dialect !== "sqlite" && sql[end] === "." && isNameCharacter(sql.charCodeAt(end + 1));
  if (afterDot || beforeDot) return { kind: "name", start, end, text: "" };
  return { kind: "word", start, end, text: capitals(sql.slice(start, end)) };
}

/** `.5` is a number, but for the servers not right after a name without quotes: `t.5` is a column. */
function startsFraction(sql: string, dot: number, previous: Token, { dialect }: LexRules): boolean {
  const touchesName = previous.end === dot && dot > 0 && isNameCharacter(sql.charCodeAt(dot - 1));
  const isColumn = dialect !== "sqlite" && touchesName && (previous.kind === "word" || previous.kind === "name");
  return isDigit(sql.charCodeAt(dot + 1)) && !isColumn;
}

/** `1`, `1.`, `.5`, `1e0` end where a word may begin at once; `2col`, `1e`, `0x4AG` are words. */
function numberToken(sql: string, start: number): Token {
  const whole = runEnd(sql, start, isDigit);
  const powered = exponentEnd(sql, whole);
  if (whole > start && powered > whole) return { kind: "number", start, end: powered, text: "" };
  if (sql[whole] !== ".") {
    const end = runEnd(sql, whole, isNameCharacter);
    const text = sql.slice(start, end);
    return end === whole || /^0(?:x[0-9a-f]+|b[01]+)$/i.test(text)
      ? { kind: "number", start, end, text: "" }
      : { kind: "word", start, end, text: capitals(text) };
  }
  const fraction = runEnd(sql, whole + 1, isDigit);
  const end = exponentEnd(sql, fraction);
  const cutExponent = end === fraction && /[eE]/.test(sql.charAt(fraction));
  return { kind: cutExponent ? "misread" : "number", start, end, text: "" };
}

/** Where `e5`, `E+5`, `e-5` at `at` ends; `at` itself where no digit follows. */
function exponentEnd(sql: string, at: number): number {
  if (sql[at] !== "e" && sql[at] !== "E") return at;
  const digits = sql[at + 1] === "+" || sql[at + 1] === "-" ? at + 2 : at + 1;
  const end = runEnd(sql, digits, isDigit);
  return end > digits ? end : at;
}

/** A doubled quote stands for itself; `\` escapes in strings alone. A server's name holds no zero byte. */
function quotedToken(sql: string, start: number, kind: "string" | "name", rules: LexRules): Token {
  const quote = sql.charCodeAt(start);
  const escapes = kind === "string" && rules.dialect !== "sqlite" && !rules.noBackslashEscapes;
  for (let at = start + 1; at < sql.length; at++) {
    const code = sql.charCodeAt(at);
    if (code === 0 && kind === "name") return unclosed(sql, start);
    if (code === BACKSLASH && escapes) at++;
    else if (code === quote && sql.charCodeAt(at + 1) === quote) at++;
    else if (code === quote) return { kind, start, end: at + 1, text: "" };
  }
  return unclosed(sql, start);
}

const BACKSLASH = 0x5c;

/** SQLite's `[name]`: nothing escapes the closing bracket. */
function bracketToken(sql: string, start: number): Token {
  const end = sql.indexOf("]", start);
  return end < 0 ? unclosed(sql, start) : { kind: "name", start, end: end + 1, text: "" };
}

/** The servers let dots stand in `@a.b` and read `@@x` as a mark and a word; a lone sign is a mark. */
function variableToken(sql: string, start: number, sign: string, { dialect }: LexRules): Token {
  const onSqlite = dialect === "sqlite";
  const pair = sql.slice(start, start + 2);
  if (!onSqlite && (pair === ":=" || pair === "@@")) return mark(pair, start);
  if (sign === "?") {
    return { kind: "variable", start, end: onSqlite ? runEnd(sql, start + 1, isDigit) : start + 1, text: "" };
  }
  const end = runEnd(sql, start + 1, sign === "@" && !onSqlite ? isHostCharacter : isNameCharacter);
  return end === start + 1 ? mark(sign, start) : { kind: "variable", start, end, text: "" };
}

const isHostCharacter = (code: number): boolean => isNameCharacter(code) || code === 0x2e;
