import type { SqlValue } from "./database.ts";
import { TokenCursor } from "./lex-cursor.ts";
import type { LexRules } from "./lex-rules.ts";

/**
 * The text with its values in the place of each `?`. A text is written in hexadecimal, which no `sql_mode` and no
 * character set reads in another way; the blanks keep a value apart from what it touches.
 */
export function placeLiterals(sql: string, values: readonly SqlValue[], rules: LexRules): string {
  if (values.length === 0) return sql;
  const parts: string[] = [];
  let copied = 0;
  let placed = 0;
  const cursor = new TokenCursor(sql, rules);
  for (; cursor.token.kind !== "end"; cursor.advance()) {
    const { kind, start, end } = cursor.token;
    if (kind !== "variable" || sql.charAt(start) !== "?") continue;
    if (placed === values.length) throw new Error("a statement has more places than values");
    parts.push(sql.slice(copied, start), " ", literal(values[placed] as SqlValue), " ");
    placed += 1;
    copied = end;
  }
  if (placed < values.length) throw new Error("a statement has fewer places than values");
  return parts.join("") + sql.slice(copied);
}

function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `_utf8mb4 x'${Buffer.from(value, "utf8").toString("hex")}'`;
  if (typeof value === "object") return `_binary x'${Buffer.from(value).toString("hex")}'`;
  return String(value);
}
