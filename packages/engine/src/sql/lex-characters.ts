/** Classes of UTF-16 code units as the engines' lexers have them for UTF-8 texts. All take NaN, the end of a text. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** What a name without quotes is made of: ASCII letters, digits, `_`, `$`, and everything beyond ASCII. */
export const isNameCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  isDigit(code) ||
  code === 0x5f ||
  code === 0x24 ||
  code >= 0x80;

export const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

export const isControl = (code: number): boolean => code < 0x20 || code === 0x7f;

/** The first place from `at` on whose character is not in the class. */
export function runEnd(sql: string, at: number, isInside: (code: number) => boolean): number {
  let end = at;
  while (isInside(sql.charCodeAt(end))) end++;
  return end;
}

/** ASCII letters in capitals, the only ones an engine folds in its keywords: `ſelect` stays no SELECT. */
export function capitals(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
