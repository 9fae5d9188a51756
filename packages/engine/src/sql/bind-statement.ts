import { bindRefusals } from "@prilavok/protocol";
import { bindValue } from "./bind-value.ts";
import type { SqlValue } from "./database.ts";
import { capitals } from "./lex-characters.ts";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/** A text with `?` in the place of each value, and the values in that order. */
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** UTF-16 units of one text, SQLite's own default: the worst of them is read in a quarter of a second. */
const MAX_TEXT = 1_000_000;
const MAX_VALUES = { sqlite: 32_766, mariadb: 65_535, mysql: 65_535 } as const;

/**
 * The statement as it is sent: the nick in the place of `{DBNICK}`, a `?` for every `:NAME` that `params` holds, a `?` an
 * element for a list; the `;` that ends it and what follows left out. A `:NAME` without a value stays on the servers and
 * is a refusal on SQLite.
 */
export function bindStatement(
  sql: string,
  params: Readonly<Record<string, unknown>>,
  nick: string,
  rules: LexRules,
): BoundStatement | { readonly refusal: string } {
  const text = sql.replaceAll("{DBNICK}", () => nick);
  if (text.length > MAX_TEXT) return { refusal: bindRefusals.tooLong(MAX_TEXT) };
  if (rules.dialect === "sqlite" && text.includes("\0")) return { refusal: bindRefusals.zeroCharacter };
  const given = foldNames(params);
  if ("refusal" in given) return given;

  let bound = "";
  let copied = 0;
  let tail: number | undefined;
  const values: SqlValue[] = [];
  const cursor = new TokenCursor(text, rules);
  for (; cursor.token.kind !== "end"; cursor.advance()) {
    const { kind, start, end } = cursor.token;
    if (!cursor.isMark(";")) tail = undefined;
    else tail ??= start;
    if (kind !== "variable") continue;
    const placed = placeValues(text.slice(start, end), given, rules);
    if (placed === undefined) continue;
    if ("refusal" in placed) return placed;
    bound += text.slice(copied, start) + placed.map(() => "?").join(", ");
    copied = end;
    for (const value of placed) values.push(value);
  }
  const most = MAX_VALUES[rules.dialect];
  if (values.length > most) return { refusal: bindRefusals.tooManyValues(values.length, most) };
  return { sql: bound + text.slice(copied, endOfStatement(text, tail, rules)), values };
}

/** The values for a placeholder as it is written; undefined where it goes to the database as it is. */
function placeValues(
  written: string,
  given: ReadonlyMap<string, unknown>,
  { dialect }: LexRules,
): readonly SqlValue[] | { readonly refusal: string } | undefined {
  const name = /^:([A-Z0-9_]+)$/.exec(written)?.[1];
  if (name !== undefined && given.has(name)) return bindValue(name, given.get(name));
  if (dialect !== "sqlite" && written !== "?") return undefined;
  return { refusal: name === undefined ? bindRefusals.notPlaceholder(written) : bindRefusals.noValue(written) };
}

/** `params` by their names in capitals. */
function foldNames(params: Readonly<Record<string, unknown>>): Map<string, unknown> | { readonly refusal: string } {
  const folded = new Map<string, unknown>();
  const spelled = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    const folding = capitals(name);
    const other = spelled.get(folding);
    if (other !== undefined) return { refusal: bindRefusals.namedTwice(other, name) };
    spelled.set(folding, name);
    folded.set(folding, value);
  }
  return folded;
}

/** Where the statement ends: before the `;` that nothing follows, unless a server may run what a comment there holds. */
function endOfStatement(text: string, tail: number | undefined, { dialect }: LexRules): number {
  if (tail === undefined) return text.length;
  return dialect !== "sqlite" && /\/\*M?!/.test(text.slice(tail)) ? text.length : tail;
}
