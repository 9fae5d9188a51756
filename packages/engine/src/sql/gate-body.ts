import { gateRefusals } from "@prilavok/protocol";
import { functionActs } from "./gate-functions.ts";
import { shownToken } from "./gate-shown.ts";
import { plainCapitals } from "./lex-characters.ts";
import { TokenCursor } from "./lex-cursor.ts";
import { writtenName } from "./lex-name.ts";
import type { LexRules } from "./lex-rules.ts";

/** Nothing in the text writes, locks, waits or sets, and it can be read to its end: a refusal or nothing. */
export function checkBody(sql: string, rules: LexRules): string | undefined {
  for (const cursor = new TokenCursor(sql, rules); cursor.token.kind !== "end"; cursor.advance()) {
    const refusal = checkToken(cursor);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function checkToken(cursor: TokenCursor): string | undefined {
  switch (cursor.token.kind) {
    case "word":
      return checkWord(cursor);
    case "mark":
      return checkMark(cursor);
    case "unclosed":
      return gateRefusals.unclosed;
    case "misread":
      return gateRefusals.misread;
    default:
      return undefined;
  }
}

function checkWord(cursor: TokenCursor): string | undefined {
  switch (cursor.token.text) {
    case "INTO":
      return cursor.isFollowedBy("OUTFILE") || cursor.isFollowedBy("DUMPFILE")
        ? gateRefusals.intoFile
        : gateRefusals.into(shownToken(cursor.sql, cursor.peek()));
    case "FOR":
      if (cursor.isFollowedBy("UPDATE")) return gateRefusals.rowLock("FOR UPDATE");
      return cursor.isFollowedBy("SHARE") ? gateRefusals.rowLock("FOR SHARE") : undefined;
    case "LOCK":
      return cursor.isFollowedBy("IN", "SHARE", "MODE") ? gateRefusals.rowLock("LOCK IN SHARE MODE") : undefined;
    case "NEXT":
      return cursor.isFollowedBy("VALUE", "FOR")
        ? gateRefusals.acts("NEXT VALUE FOR", "advances a sequence")
        : undefined;
    default:
      return undefined;
  }
}

function checkMark(cursor: TokenCursor): string | undefined {
  switch (cursor.token.text) {
    case "(":
      return checkFunction(cursor);
    case ":=":
      return gateRefusals.assignment;
    case ";":
      return checkTail(cursor);
    case "\\":
      return gateRefusals.backslash;
    case "\0":
      return gateRefusals.zeroCharacter;
    default:
      return undefined;
  }
}

/** The name before a parenthesis, quoted or not, whatever schema it is qualified with; SQLite takes a string for one. */
function checkFunction(cursor: TokenCursor): string | undefined {
  const { before, sql, rules } = cursor;
  const isName = before.kind === "word" || before.kind === "name";
  if (!isName && !(before.kind === "string" && rules.dialect === "sqlite")) return undefined;
  const name = plainCapitals(writtenName(sql, before));
  const acts = functionActs(name, rules);
  const onlyReads = name === "LAST_INSERT_ID" && cursor.peek().text === ")";
  return acts === undefined || onlyReads ? undefined : gateRefusals.acts(`${name}()`, acts);
}

/** Behind the statement's end stand only more ends. */
function checkTail(cursor: TokenCursor): string | undefined {
  while (cursor.takeMark(";"));
  return cursor.token.kind === "end" ? undefined : gateRefusals.oneStatement;
}
