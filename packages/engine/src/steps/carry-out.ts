import { joinSentences, stepRefusals } from "@prilavok/protocol";
import { RefusedStatement } from "../sql/refused-statement.ts";
import type { CheckedStep } from "./check-steps.ts";
import type { OpenPool } from "./open-pool.ts";
import { stepNameKey, stepsReferredTo } from "./resolve-references.ts";
import type { StepOutcome } from "./step-kind.ts";
import type { RowPart } from "./stream-rows.ts";

/** What a step answers; one that did not pass has `error`. */
export type StepAnswer = Readonly<Record<string, unknown>>;

/**
 * Carries the steps of a pool out in order, each lending to the later ones what it answered. Rows of selects travel as
 * sections `steps.<num>`; a step that does not pass is the last one of the answers.
 */
export async function* carryOut<Pool extends OpenPool>(
  steps: readonly CheckedStep<Pool>[],
  pool: Pool,
): AsyncGenerator<RowPart, StepAnswer[], void> {
  const answers: StepAnswer[] = [];
  const lenders = new Set(steps.flatMap(({ work }) => work.refersTo.flatMap(stepsReferredTo)));
  for (const step of steps) {
    const key = step.name === undefined ? undefined : stepNameKey(step.name);
    const lends = key !== undefined && lenders.has(key);
    const wasInTransaction = pool.connection.inTransaction;
    let outcome: StepOutcome;
    try {
      const work = step.work.carryOut(pool, { section: `steps.${step.num}`, lends });
      outcome = work instanceof Promise ? await work : yield* work;
    } catch (error) {
      if (!(error instanceof RefusedStatement)) throw error;
      outcome = { error: error.message };
    }
    const head = { num: step.num, do: step.do, ...(step.name === undefined ? {} : { name: step.name }) };
    if ("error" in outcome) {
      const rolledBack = wasInTransaction && !pool.connection.inTransaction;
      const error = rolledBack ? joinSentences(outcome.error, stepRefusals.rolledBack) : outcome.error;
      return [...answers, { ...head, error }];
    }
    const { answer: fields, ...lent } = outcome;
    const answer = { ...head, ...fields };
    answers.push(answer);
    if (key !== undefined) pool.loans.set(key, { ...lent, answer });
  }
  return answers;
}
