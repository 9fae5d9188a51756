import type { MysqlServer } from "./mysql-server.ts";

/** What a session may do and how long a statement of it may take, in seconds. */
export interface MysqlSessionLimits {
  readonly mode: "read" | "write";
  readonly statementSeconds: number;
  readonly lockSeconds: number;
}

/**
 * The statement that gives a session all that Core relies on, in one round trip: the character set and the `sql_mode` that
 * the lexer knows, what it may do, how long. The server's own time limit ends a statement whose Core is gone.
 */
export function sessionStatement({ rules, sqlMode }: MysqlServer, limits: MysqlSessionLimits): string {
  const { mode, statementSeconds, lockSeconds } = limits;
  const isMariadb = rules.dialect === "mariadb";
  const settings = {
    autocommit: 1,
    sql_mode: `'${sqlMode}'`,
    [isMariadb ? "tx_read_only" : "transaction_read_only"]: mode === "read" ? 1 : 0,
    ...(isMariadb ? { max_statement_time: statementSeconds } : { max_execution_time: statementSeconds * 1000 }),
    lock_wait_timeout: lockSeconds,
    innodb_lock_wait_timeout: lockSeconds,
    net_write_timeout: statementSeconds,
    sql_select_limit: "DEFAULT",
  };
  const assignments = Object.entries(settings).map(([name, value]) => `@@SESSION.${name} = ${value}`);
  return `SET NAMES utf8mb4, ${assignments.join(", ")}`;
}

/** Holds even where a stored function has lifted the session's own guard. Each step gets it anew. */
export const READ_ONLY_TRANSACTION = "START TRANSACTION READ ONLY";
