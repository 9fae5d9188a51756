import { callRefusals, stepRefusals } from "@prilavok/protocol";
import { checkReads } from "../sql/read-gate.ts";
import { carryOut, type StepAnswer } from "./carry-out.ts";
import { checkSteps, type StepSet } from "./check-steps.ts";
import { dependentStep } from "./dependent-step.ts";
import { openPool, type PoolParts } from "./open-pool.ts";
import { selectStep } from "./select-step.ts";
import type { RowPart } from "./stream-rows.ts";

/** A pool as page 30 answers it; rows of selects are no part of it. */
export type PoolAnswer = {
  readonly ok: boolean;
  readonly steps: readonly StepAnswer[];
  readonly changed: readonly string[];
  readonly unlocked: readonly string[];
  readonly ms: number;
};

const READING_STEPS: StepSet = {
  kinds: new Map([
    ["select", selectStep(checkReads)],
    ["dependent", dependentStep],
  ]),
  otherStep: () => stepRefusals.readsOnly,
};

/** Carries a list of reading steps out on one reading connection. The form of the whole list is checked first. */
export async function* runReadPool(
  list: readonly unknown[],
  parts: PoolParts,
): AsyncGenerator<RowPart, { data: PoolAnswer } | { refusal: string }, void> {
  const startedAt = performance.now();
  if (list.length === 0) return { refusal: callRefusals.poolRequired };
  const checked = checkSteps(list, READING_STEPS);
  if ("refusal" in checked) return checked;

  const connection = await parts.connectSteps("read", parts.probe);
  try {
    const steps = yield* carryOut(checked.steps, openPool(connection, parts));
    const ok = steps.every((step) => !("error" in step));
    return { data: { ok, steps, changed: [], unlocked: [], ms: Math.round(performance.now() - startedAt) } };
  } finally {
    await connection.close();
  }
}
