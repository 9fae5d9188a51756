import { bareTableName } from "../store/table-names.ts";
import { fromJsonText } from "./field-values.ts";
import { countDependents, findDependents } from "./find-dependents.ts";
import { unknownTable } from "./find-table.ts";
import type { OpenPool } from "./open-pool.ts";
import { readIds } from "./read-ids.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableName } from "./table-fields.ts";

/** `dependent`: which tables point at a table, and with `ids` how many of their rows at these. */
export const dependentStep: StepKind = {
  fields: ["table", "ids"],
  read: (fields) => {
    const table = readTableName(fields);
    if (typeof table !== "string") return table;
    const ids = fromJsonText(fields.get("ids"));
    return { refersTo: [ids], carryOut: (pool) => runDependent(table, ids, pool) };
  },
};

async function runDependent(table: string, given: unknown, pool: OpenPool): Promise<StepOutcome> {
  const { nick, loans } = pool;
  const ids = given === undefined ? undefined : readIds(given, loans);
  if (ids !== undefined && "error" in ids) return ids;

  const dependents = await findDependents(table, pool);
  if ("error" in dependents) return dependents;
  if ("tables" in dependents) return unknownTable(table, dependents.tables, nick);
  const depend = dependents.ties.map(({ main, table, key, nullable }) => ({
    main: bareTableName(main, nick),
    table: bareTableName(table, nick),
    key,
    nullable,
  }));
  if (ids === undefined) return { answer: { depend } };

  const counted = await countDependents(dependents.ties, ids.ids, pool);
  return "error" in counted ? counted : { answer: { depend, count: counted.count } };
}
