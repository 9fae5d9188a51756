/** Classes of UTF-16 code units as the engines' lexers have them for UTF-8 texts. All take NaN, the end of a text. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** What a name without quotes is made of: ASCII letters, digits, `_`, `$`, and everything beyond ASCII. */
export const isNameCharacter = (code: number): boolean => code >= 0x80 || ASCII_NAME[code] === 1;

const ASCII_NAME = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(/[A-Za-z0-9_$]/.test(String.fromCharCode(code))),
);

export const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

export const isControl = (code: number): boolean => code < 0x20 || code === 0x7f;

/** The first place from `at` on whose character is not in the class. */
export function runEnd(sql: string, at: number, isInside: (code: number) => boolean): number {
  let end = at;
  while (isInside(sql.charCodeAt(end))) end++;
  return end;
}

/**
 * The capitals without accents that a server may take a name for: MariaDB 11 finds SLEEP() by `ſleep`, MySQL its loadable
 * functions by any accents, and both a table by `İ` where they fold names of tables.
 */
export function plainCapitals(text: string): string {
  if (isAscii(text)) return text.toUpperCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "S").toUpperCase();
}

/** ASCII letters in capitals, the only ones an engine folds in its keywords: `ſelect` stays no SELECT. */
export function capitals(text: string): string {
  return isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}
