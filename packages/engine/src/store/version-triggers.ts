import type { Dialect } from "../sql/database.ts";
import { quoteName } from "./column-ddl.ts";

/** The triggers that raise the counter in `agent_version` at every change of a row of `table`. */
export function versionTriggers(table: string, dialect: Dialect): string[] {
  const quote = (name: string) => quoteName(`{DBNICK}_${name}`, dialect);
  return ["insert", "update", "delete"].map(
    (event) =>
      `CREATE TRIGGER ${quote(`${table}_version_${event}`)} AFTER ${event.toUpperCase()} ON ${quote(table)} ` +
      `FOR EACH ROW BEGIN UPDATE ${quote("agent_version")} SET version = version + 1; END`,
  );
}
