import { stepRefusals } from "@prilavok/protocol";
import { nextId } from "../store/next-id.ts";
import { findTable } from "./find-table.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableName } from "./table-fields.ts";
import type { WritingPool } from "./writing-pool.ts";

/** `generate`: the next id of the table's generator; nobody else ever gets the same. */
export const generateStep: StepKind<WritingPool> = {
  fields: ["table"],
  read: (fields) => {
    const table = readTableName(fields);
    return typeof table === "string" ? { refersTo: [], carryOut: (pool) => generate(table, pool) } : table;
  },
};

async function generate(name: string, pool: WritingPool): Promise<StepOutcome> {
  const table = await findTable(name, pool);
  if ("error" in table) return table;
  if (!(await hasGenerator(table.bare, pool))) return { error: stepRefusals.noGenerator(name) };
  const value = await pool.db.transaction(() => nextId(pool.db, table.bare));
  return { answer: { value }, value };
}

/** Whether the ids of a table (bare name) come from a generator. */
export async function hasGenerator(table: string, { db }: WritingPool): Promise<boolean> {
  const rows = await db.all("SELECT table_name FROM {DBNICK}_generator WHERE table_name = ?", [table]);
  return rows.length > 0;
}
