import type { RunResult } from "../sql/database.ts";
import { checkWrites } from "../sql/write-gate.ts";
import { bindStep, readStatement, type StepStatement } from "./bind-step.ts";
import { idNumber } from "./id-number.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import type { WritingPool } from "./writing-pool.ts";

/** `modify`: any statement of the store's database. */
export const modifyStep: StepKind<WritingPool> = {
  fields: ["sql", "params"],
  read: (fields) => {
    const statement = readStatement(fields);
    if ("field" in statement) return statement;
    return { refersTo: Object.values(statement.params), carryOut: (pool) => modify(statement, pool) };
  },
};

async function modify(statement: StepStatement, pool: WritingPool): Promise<StepOutcome> {
  const bound = await bindStep(statement, checkWrites, pool);
  if ("error" in bound) return bound;
  const done = await pool.connection.run(bound.sql, bound.values, pool.limits);
  return "error" in done ? done : written(done);
}

/** What a step answers that has written, and the id it lends. */
export function written({ affected, insertId }: RunResult): StepOutcome {
  const value = idNumber(insertId);
  return { answer: { affected, insert_id: value }, value };
}
