import { stepRefusals } from "@prilavok/protocol";
import type { BoundStatement } from "../sql/bind-statement.ts";
import { readRows } from "../sql/read-rows.ts";
import { readShow } from "../sql/read-show.ts";
import { serverProcesses } from "../sql/server-processes.ts";
import type { OpenPool } from "./open-pool.ts";
import { sqliteShow } from "./sqlite-show.ts";

/**
 * Puts a statement that answers in the place of SHOW and DESCRIBE on SQLite, of SHOW PROCESSLIST on a server; any other
 * statement stays as it is.
 */
export async function translateShow(
  statement: BoundStatement,
  { connection, rules, limits }: OpenPool,
): Promise<BoundStatement | { error: string }> {
  if (rules.dialect !== "sqlite") {
    const processes = serverProcesses(statement.sql, rules);
    return processes === undefined ? statement : { sql: processes, values: [] };
  }
  const request = readShow(statement.sql, statement.values, rules);
  if (request === undefined) return statement;
  if ("refusal" in request) return { error: request.refusal };
  if (request.kind === "tables") return sqliteShow(request, false);

  const found = await readRows<{ type: string }>(
    connection,
    "SELECT type FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE",
    [request.table],
    limits,
  );
  if ("error" in found) return found;
  const [table] = found.rows;
  return table === undefined
    ? { error: stepRefusals.noSuchTable(request.table) }
    : sqliteShow(request, table.type === "view");
}
