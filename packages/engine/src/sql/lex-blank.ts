import { isControl, isSpace, runEnd } from "./lex-characters.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * Where the white space or the one comment that starts at `at` ends; `at` itself where neither does. A block comment
 * without an end is none on the servers; SQLite takes it up to the end of the text.
 */
export function blankEnd(sql: string, at: number, { dialect }: LexRules): number {
  const onSqlite = dialect === "sqlite";
  switch (sql[at]) {
    case " ":
    case "\t":
    case "\n":
    case "\f":
    case "\r":
      return runEnd(sql, at, isSpace);
    case "\v": // SQLite takes a vertical tab inside white space and not as its first character.
      return onSqlite ? at : runEnd(sql, at, isSpace);
    case "\uFEFF":
      return onSqlite ? at + 1 : at;
    case "#":
      return onSqlite ? at : lineEnd(sql, at);
    case "-":
      return sql[at + 1] === "-" && (onSqlite || endsDashes(sql, at + 2)) ? lineEnd(sql, at + 2) : at;
    case "/":
      return sql[at + 1] === "*" ? blockEnd(sql, at, onSqlite) : at;
    default:
      return at;
  }
}

/** On the servers `--` is a comment only before white space, a control character or the end; else two minus signs. */
function endsDashes(sql: string, at: number): boolean {
  const code = sql.charCodeAt(at);
  return at >= sql.length || isSpace(code) || isControl(code);
}

/** A line comment ends before its line feed; on the servers before a zero byte too. A carriage return goes on. */
function lineEnd(sql: string, at: number): number {
  return runEnd(sql, at, (code) => code !== 0x0a && code > 0);
}

function blockEnd(sql: string, at: number, onSqlite: boolean): number {
  const end = sql.indexOf("*/", at + 2);
  if (end >= 0) return end + 2;
  return onSqlite && at + 2 < sql.length ? sql.length : at;
}
