/** Where JSON text stops being JSON: a strict scanner (RFC 8259) that only runs on text JSON.parse has refused. */

const WORDS = ["true", "false", "null"];
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const STRING_RUN = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
/** An escape as far as it is right. */
const ESCAPE_START = /^\\(?:u[0-9a-fA-F]{0,3})?/;
/** What a number that is cut leaves after its last whole form. */
const CUT_NUMBER = /^(?:\.|[eE][+-]?)$/;

type Expected = "value" | "value or ]" | "key or }" | "key" | "colon" | "comma or end";

/**
 * The offset in UTF-16 units of the first character that cannot continue the text, or the text's length when it
 * is cut. The nesting is kept in a list, so depth costs memory and no stack.
 */
export function findJsonError(text: string): number {
  const open: ("{" | "[")[] = [];
  let expects = "value" as Expected;
  let at = 0;
  for (;;) {
    while (" \t\n\r".includes(text.charAt(at)) && at < text.length) at += 1;
    if (at >= text.length) return text.length;
    const next = text.charAt(at);
    if (expects === "comma or end") {
      const inside = open.at(-1);
      if (inside === undefined) return at;
      if (next === ",") expects = inside === "{" ? "key" : "value";
      else if (next === (inside === "{" ? "}" : "]")) open.pop();
      else return at;
      at += 1;
    } else if (expects === "colon") {
      if (next !== ":") return at;
      expects = "value";
      at += 1;
    } else if (next === "}" && expects === "key or }") {
      open.pop();
      expects = "comma or end";
      at += 1;
    } else if (next === "]" && expects === "value or ]") {
      open.pop();
      expects = "comma or end";
      at += 1;
    } else if (next === '"') {
      const end = endOf(STRING_RUN, text, at + 1);
      if (text.charAt(end) !== '"') return end + (ESCAPE_START.exec(text.slice(end, end + 6))?.[0].length ?? 0);
      expects = expects === "key" || expects === "key or }" ? "colon" : "comma or end";
      at = end + 1;
    } else if (expects === "key" || expects === "key or }") {
      return at;
    } else if (next === "{" || next === "[") {
      open.push(next);
      expects = next === "{" ? "key or }" : "value or ]";
      at += 1;
    } else {
      const end = endOfScalar(text, at);
      if (end === undefined) return firstWrong(text, at);
      if (CUT_NUMBER.test(text.slice(end, end + 3))) return text.length;
      expects = "comma or end";
      at = end;
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function endOfScalar(text: string, at: number): number | undefined {
  const word = WORDS.find((known) => text.startsWith(known, at));
  if (word !== undefined) return at + word.length;
  const end = endOf(NUMBER, text, at);
  return end > at ? end : undefined;
}

/** Inside a word that is cut or misspelled: the character where it leaves every known word. */
function firstWrong(text: string, at: number): number {
  const matched = WORDS.map((word) => {
    let length = 0;
    while (length < word.length && text[at + length] === word[length]) length += 1;
    return length;
  });
  return at + Math.max(...matched, text[at] === "-" ? 1 : 0);
}
