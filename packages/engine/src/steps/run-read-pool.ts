import { callRefusals, stepRefusals } from "@prilavok/protocol";
import type { ConnectSteps } from "../sql/database.ts";
import type { Relations } from "../store/relations.ts";
import { checkSteps, type PoolStep } from "./check-steps.ts";
import type { OpenPool } from "./open-pool.ts";
import { stepNameKey, stepsReferredTo } from "./resolve-references.ts";
import { runDependent } from "./run-dependent.ts";
import { runSelect, type StepOutcome } from "./run-select.ts";
import type { RowPart } from "./stream-rows.ts";

/** What a reading pool stands on. */
export interface ReadPoolParts {
  readonly db: { readonly nick: string };
  readonly connectSteps: ConnectSteps;
  readonly relations: Relations;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly timeouts?: StepTimeouts;
}

/** How long a step may run: an ordinary one, and one with `big` or a file of its own. */
export interface StepTimeouts {
  readonly stepMs: number;
  readonly longStepMs: number;
}

/** A pool as page 30 answers it; rows of selects travel as sections `steps.<num>` and are no part of it. */
export type PoolAnswer = {
  readonly ok: boolean;
  readonly steps: readonly Record<string, unknown>[];
  readonly changed: readonly string[];
  readonly unlocked: readonly string[];
  readonly ms: number;
};

const MAX_ROWS = 5000;
const DEFAULT_TIMEOUTS: StepTimeouts = { stepMs: 50_000, longStepMs: 900_000 };

/**
 * Carries a list of `select` and `dependent` steps out on one reading connection. The form of the whole list is checked
 * first; a step that does not pass is the last one of the answer and has `error`.
 */
export async function* runReadPool(
  list: readonly unknown[],
  { db, connectSteps, relations, signal, timeouts = DEFAULT_TIMEOUTS }: ReadPoolParts,
): AsyncGenerator<RowPart, { data: PoolAnswer } | { refusal: string }, void> {
  const startedAt = performance.now();
  if (list.length === 0) return { refusal: callRefusals.poolRequired };
  const checked = checkSteps(list);
  if ("refusal" in checked) return checked;

  const answers: Record<string, unknown>[] = [];
  const connection = await connectSteps("read");
  try {
    const pool: OpenPool = {
      connection,
      rules: { dialect: connection.dialect, noBackslashEscapes: false, ansiQuotes: false },
      nick: db.nick,
      relations,
      loans: new Map(),
      limits: { maxRows: MAX_ROWS, timeoutMs: timeouts.stepMs, signal },
      longTimeoutMs: timeouts.longStepMs,
    };
    const lenders = findLenders(checked.steps);
    for (const step of checked.steps) {
      const key = step.name === undefined ? undefined : stepNameKey(step.name);
      const outcome = yield* runStep(step, key !== undefined && lenders.has(key), pool);
      const head = { num: step.num, do: step.do, ...(step.name === undefined ? {} : { name: step.name }) };
      const answer = "error" in outcome ? { ...head, error: outcome.error } : { ...head, ...outcome.answer };
      answers.push(answer);
      if ("error" in outcome) break;
      if (key !== undefined)
        pool.loans.set(key, { answer, ...(outcome.rows === undefined ? {} : { rows: outcome.rows }) });
    }
  } finally {
    await connection.close();
  }
  const ok = answers.every((answer) => !("error" in answer));
  return { data: { ok, steps: answers, changed: [], unlocked: [], ms: Math.round(performance.now() - startedAt) } };
}

async function* runStep(step: PoolStep, lends: boolean, pool: OpenPool): AsyncGenerator<RowPart, StepOutcome, void> {
  switch (step.kind) {
    case "select":
      return yield* runSelect(step, lends, pool);
    case "dependent":
      return runDependent(step, pool);
    case "unknown":
      return { error: stepRefusals.readsOnly };
  }
}

/** The steps whose answers others refer to: only their rows are worth keeping. */
function findLenders(steps: readonly PoolStep[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => {
      if (step.kind === "select") return Object.values(step.params).flatMap(stepsReferredTo);
      return step.kind === "dependent" ? stepsReferredTo(step.ids) : [];
    }),
  );
}
