import { stepRefusals } from "@prilavok/protocol";
import { busyError } from "./busy-error.ts";
import { findTables } from "./find-table.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableList } from "./table-fields.ts";
import { giveBack, takeIntoWork } from "./take-into-work.ts";
import type { WritingPool } from "./writing-pool.ts";

/** `lock`: takes all the tables into work or none, waiting a moment for a busy one. */
export const lockStep: StepKind<WritingPool> = {
  fields: ["tables"],
  read: (fields) => {
    const tables = readTableList(fields);
    return "field" in tables ? tables : { refersTo: [], carryOut: (pool) => lock(tables, pool) };
  },
};

/** `unlock`: gives back what this pool took, all of it without `tables`. */
export const unlockStep: StepKind<WritingPool> = {
  fields: ["tables"],
  read: (fields) => {
    const tables = fields.has("tables") ? readTableList(fields) : undefined;
    if (tables !== undefined && "field" in tables) return tables;
    return { refersTo: [], carryOut: (pool) => unlock(tables, pool) };
  },
};

async function lock(names: readonly string[], pool: WritingPool): Promise<StepOutcome> {
  // Others would not see a lock that is not committed.
  if (pool.connection.inTransaction) return { error: stepRefusals.endTransaction("lock") };
  const found = await findTables(names, pool);
  if ("error" in found) return found;
  const tables = found.tables.map(({ bare }) => bare);
  const held = await takeIntoWork(tables, pool);
  return held.length > 0 ? busyError(held, found.tables) : { answer: { tables } };
}

async function unlock(names: readonly string[] | undefined, pool: WritingPool): Promise<StepOutcome> {
  if (pool.connection.inTransaction) return { error: stepRefusals.endTransaction("unlock") };
  const found = names === undefined ? undefined : await findTables(names, pool);
  if (found !== undefined && "error" in found) return found;
  const others = found?.tables.filter(({ bare }) => !pool.held.has(bare)) ?? [];
  if (others.length > 0) return { error: stepRefusals.notLocked(others.map(({ given }) => given)) };
  const tables = found?.tables.map(({ bare }) => bare) ?? [...pool.held];
  await giveBack(tables, pool);
  return { answer: { tables } };
}
