import type { Dialect } from "./database.ts";
import type { LexRules } from "./lex-rules.ts";
import { type MysqlAddress, placeName } from "./mysql-address.ts";

/** A database on a server, with what Core has found out about it: every connection is made from this. */
export interface MysqlServer {
  readonly address: MysqlAddress;
  /** As the server spells it, `10.11.19-MariaDB`. */
  readonly version: string;
  /** How the server's sessions read a text: they all get this `sqlMode`. */
  readonly rules: LexRules & { readonly dialect: Exclude<Dialect, "sqlite"> };
  readonly sqlMode: string;
  /** Which of several servers behind one address it is, `host:port` in its own words. */
  readonly node: string;
}

/** A connection as the server knows it: several servers behind one address number their own. */
export interface MysqlThread {
  readonly id: number;
  /** Which server, as `MysqlServer` has it. */
  readonly node: string;
}

/** Modes with another grammar than the lexer's. */
const OTHER_GRAMMARS = ["ORACLE", "MSSQL"];

/** A server by what it answers to `SERVER_FACTS`. */
export function describeServer(address: MysqlAddress, facts: Readonly<Record<string, string | null>>): MysqlServer {
  const modes = (facts.sql_mode ?? "").split(",").filter((mode) => mode !== "" && !OTHER_GRAMMARS.includes(mode));
  const version = facts.version ?? "";
  return {
    address,
    version,
    rules: {
      dialect: /mariadb/i.test(version) ? "mariadb" : "mysql",
      noBackslashEscapes: modes.includes("NO_BACKSLASH_ESCAPES"),
      ansiQuotes: modes.includes("ANSI_QUOTES"),
    },
    sqlMode: modes.join(","),
    node: facts.node ?? placeName(address),
  };
}

/** Which server it is that answers. */
export const NODE = "CONCAT(@@hostname, ':', @@port)";
export const SERVER_FACTS = `SELECT VERSION() AS version, @@SESSION.sql_mode AS sql_mode, ${NODE} AS node`;
