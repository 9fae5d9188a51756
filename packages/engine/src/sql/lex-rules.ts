import type { Dialect } from "./database.ts";

/** What decides how a text falls into tokens. SQLite knows neither flag of `sql_mode`: it never escapes by `\`. */
export interface LexRules {
  readonly dialect: Dialect;
  /** `sql_mode` has NO_BACKSLASH_ESCAPES. */
  readonly noBackslashEscapes: boolean;
  /** `sql_mode` has ANSI_QUOTES: `"…"` is a name. */
  readonly ansiQuotes: boolean;
}
