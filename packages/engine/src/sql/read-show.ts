import { bindRefusals } from "@prilavok/protocol";
import type { SqlValue } from "./database.ts";
import { TokenCursor } from "./lex-cursor.ts";
import { writtenName } from "./lex-name.ts";
import type { LexRules } from "./lex-rules.ts";

/** A question about the schema that SQLite has no statement for. `like`: a pattern of LIKE with `\` as its escape. */
export type ShowRequest =
  | { readonly kind: "tables"; readonly full: boolean; readonly like: string | undefined }
  | { readonly kind: "columns"; readonly table: string; readonly full: boolean; readonly like: string | undefined }
  | { readonly kind: "create"; readonly what: "table" | "view"; readonly table: string }
  | { readonly kind: "index"; readonly table: string };

/**
 * Reads `SHOW [FULL] TABLES`, `SHOW [FULL] COLUMNS FROM t`, `SHOW CREATE TABLE t`, `SHOW INDEX FROM t`, `DESCRIBE t`
 * and their kin off a bound text. Any other SHOW, DESCRIBE or DESC is a refusal, any other statement undefined.
 */
export function readShow(
  sql: string,
  values: readonly SqlValue[],
  rules: LexRules,
): ShowRequest | { readonly refusal: string } | undefined {
  const cursor = new TokenCursor(sql, rules);
  const verb = cursor.token.text;
  if (!cursor.takeWord("SHOW", "DESCRIBE", "DESC", "EXPLAIN")) return undefined;
  const request = verb === "SHOW" ? readShowing(cursor, values) : readDescribe(cursor, values);
  return request ?? (verb === "EXPLAIN" ? undefined : { refusal: bindRefusals.unknownShow });
}

function readShowing(cursor: TokenCursor, values: readonly SqlValue[]): ShowRequest | undefined {
  if (cursor.takeWord("CREATE")) {
    const what = cursor.isWord("VIEW") ? "view" : "table";
    const table = cursor.takeWord("TABLE", "VIEW") ? takeTable(cursor) : undefined;
    return table === undefined || !cursor.isAtEnd() ? undefined : { kind: "create", what, table };
  }
  cursor.takeWord("EXTENDED");
  const full = cursor.takeWord("FULL");
  if (cursor.takeWord("TABLES")) {
    const like = takeLike(cursor, values);
    return cursor.isAtEnd() ? { kind: "tables", full, like } : undefined;
  }
  if (cursor.takeWord("COLUMNS", "FIELDS")) {
    const table = takeFrom(cursor);
    const like = takeLike(cursor, values);
    return table === undefined || !cursor.isAtEnd() ? undefined : { kind: "columns", table, full, like };
  }
  if (full || !cursor.takeWord("INDEX", "INDEXES", "KEYS")) return undefined;
  const table = takeFrom(cursor);
  return table === undefined || !cursor.isAtEnd() ? undefined : { kind: "index", table };
}

/** `DESCRIBE t`, of one column or of those like a pattern. What explains a statement is none. */
function readDescribe(cursor: TokenCursor, values: readonly SqlValue[]): ShowRequest | undefined {
  if (cursor.isWord("SELECT", "VALUES", "WITH", "QUERY")) return undefined;
  const table = takeTable(cursor);
  const like = cursor.isAtEnd() ? undefined : takePattern(cursor, values);
  return table === undefined || !cursor.isAtEnd() ? undefined : { kind: "columns", table, full: false, like };
}

function takeFrom(cursor: TokenCursor): string | undefined {
  return cursor.takeWord("FROM", "IN") ? takeTable(cursor) : undefined;
}

/** A table of the store's file, whose schema is called `main`. */
function takeTable(cursor: TokenCursor): string | undefined {
  const first = takeWritten(cursor);
  if (!cursor.takeMark(".")) return first;
  const second = takeWritten(cursor);
  return first?.toLowerCase() === "main" ? second : undefined;
}

function takeWritten(cursor: TokenCursor): string | undefined {
  const name = cursor.takeName();
  return name === undefined ? undefined : writtenName(cursor.sql, name);
}

function takeLike(cursor: TokenCursor, values: readonly SqlValue[]): string | undefined {
  return cursor.takeWord("LIKE") ? takePattern(cursor, values) : undefined;
}

/** A pattern as it is written, or the one value that is bound. */
function takePattern(cursor: TokenCursor, values: readonly SqlValue[]): string | undefined {
  if (cursor.token.kind !== "variable") return takeWritten(cursor);
  cursor.advance();
  return String(values[0]);
}
