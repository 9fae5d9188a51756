import { showValue, stepRefusals } from "@prilavok/protocol";
import { bareTableName } from "../store/table-names.ts";
import type { DependentStep } from "./check-steps.ts";
import { countDependents, findDependents } from "./find-dependents.ts";
import type { OpenPool } from "./open-pool.ts";
import { resolveReferences, type StepLoans } from "./resolve-references.ts";
import { similarNames } from "./similar-names.ts";

/** Carries a `dependent` step out: `depend`, and `count` where ids are named. */
export async function runDependent(
  step: DependentStep,
  pool: OpenPool,
): Promise<{ answer: Record<string, unknown> } | { error: string }> {
  const { nick } = pool;
  const ids = step.ids === undefined ? undefined : readIds(step.ids, pool.loans);
  if (ids !== undefined && "error" in ids) return ids;

  const dependents = await findDependents(step.table, pool);
  if ("error" in dependents) return dependents;
  if ("tables" in dependents) {
    const bare = [...dependents.tables].map((table) => bareTableName(table, nick));
    return { error: stepRefusals.unknownTable(step.table, similarNames(step.table, bare)) };
  }
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

/** Ids as their digits. */
function readIds(given: unknown, loans: StepLoans): { ids: string[] } | { error: string } {
  const resolved = resolveReferences(given, loans);
  if ("refusal" in resolved) return { error: resolved.refusal };
  const ids: string[] = [];
  for (const value of Array.isArray(resolved.value) ? resolved.value : [resolved.value]) {
    const digits = wholeNumber(value);
    if (digits === undefined) return { error: stepRefusals.notWholeNumber("id", showValue(value)) };
    ids.push(digits);
  }
  return { ids };
}

/** A whole number by the rules of the field type `int`: exact, or its spelling, with leading zeros and of any size. */
function wholeNumber(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== "string" || !/^-?[0-9]+$/.test(value)) return undefined;
  return value.replace(/^(-?)0+(?=[0-9])/, "$1");
}
