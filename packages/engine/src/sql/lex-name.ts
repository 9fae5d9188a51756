import type { Token } from "./lex.ts";

/** The name that a word, a quoted name or a string writes: without its quotes, a doubled quote once. */
export function writtenName(sql: string, { kind, start, end }: Token): string {
  const text = sql.slice(start, end);
  const quote = text.charAt(0);
  if ((kind !== "name" && kind !== "string") || !"'\"`[".includes(quote)) return text;
  const inside = text.slice(1, -1);
  return quote === "[" ? inside : inside.replaceAll(quote + quote, quote);
}
