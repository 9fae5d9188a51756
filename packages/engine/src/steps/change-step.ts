import { findTables } from "./find-table.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableList } from "./table-fields.ts";
import type { WritingPool } from "./writing-pool.ts";

/** `change`: the end of the pool marks these tables as changed, each once. */
export const changeStep: StepKind<WritingPool> = {
  fields: ["tables"],
  read: (fields) => {
    const tables = readTableList(fields);
    return "field" in tables ? tables : { refersTo: [], carryOut: (pool) => change(tables, pool) };
  },
};

async function change(names: readonly string[], pool: WritingPool): Promise<StepOutcome> {
  const found = await findTables(names, pool);
  if ("error" in found) return found;
  const tables = found.tables.map(({ bare }) => bare);
  for (const table of tables) pool.toMark.add(table);
  return { answer: { tables } };
}
