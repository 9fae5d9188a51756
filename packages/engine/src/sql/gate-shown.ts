import type { Token } from "./lex.ts";
import { capitals } from "./lex-characters.ts";

const MAX_SHOWN = 40;

/** A token as a refusal quotes it: words in capitals, what cannot be seen by its code point, values not at all. */
export function shownToken(sql: string, { kind, start, end }: Token): string {
  switch (kind) {
    case "end":
      return "nothing";
    case "string":
      return "a string";
    case "number":
    case "misread":
      return "a number";
    case "name":
      return "a quoted name";
    case "unclosed":
      return "a quote or a comment without an end";
    default:
      return shownWord(sql.slice(start, Math.min(end, start + MAX_SHOWN)));
  }
}

/** Letters that only look like English ones show up by their code points, as blanks and controls do. */
function shownWord(text: string): string {
  const isMixed = /[A-Za-z]/.test(text);
  return capitals(text).replace(/[^!-~]/gu, (char) => (isMixed || !/\p{L}/u.test(char) ? codePoint(char) : char));
}

function codePoint(char: string): string {
  return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
