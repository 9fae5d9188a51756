import { randomUUID } from "node:crypto";
import { callRefusals, joinSentences, stepRefusals, wallClock } from "@prilavok/protocol";
import { lockHolder } from "../process/lock-holder.ts";
import { stepDatabase } from "../sql/step-database.ts";
import { checkWrites } from "../sql/write-gate.ts";
import { carryOut, type StepAnswer } from "./carry-out.ts";
import { changeStep } from "./change-step.ts";
import { checkSteps, type StepSet } from "./check-steps.ts";
import { clearDependentStep } from "./clear-dependent-step.ts";
import { dependentStep } from "./dependent-step.ts";
import { generateStep } from "./generate-step.ts";
import { insertStep } from "./insert-step.ts";
import { lockStep, unlockStep } from "./lock-steps.ts";
import { modifyStep } from "./modify-step.ts";
import { openPool, type PoolParts } from "./open-pool.ts";
import type { PoolAnswer } from "./run-read-pool.ts";
import { selectStep } from "./select-step.ts";
import { settlePool } from "./settle-pool.ts";
import type { StepKind } from "./step-kind.ts";
import type { RowPart } from "./stream-rows.ts";
import { treeAddStep, treeDownStep, treeMoveStep, treeRemoveStep, treeUpStep } from "./tree-steps.ts";
import type { WritingPool } from "./writing-pool.ts";

/** What a pool that writes is opened with. */
export interface WritePoolParts extends PoolParts {
  readonly personId: number;
  /** IANA name of the store's time zone. */
  readonly timezone: string;
  readonly log: (line: string) => void;
}

const KINDS = new Map<string, StepKind<WritingPool>>([
  ["lock", lockStep],
  ["unlock", unlockStep],
  ["generate", generateStep],
  ["select", selectStep(checkWrites)],
  ["dependent", dependentStep],
  ["modify", modifyStep],
  ["insert", insertStep],
  ["tree_add", treeAddStep],
  ["tree_move", treeMoveStep],
  ["tree_up", treeUpStep],
  ["tree_down", treeDownStep],
  ["tree_remove", treeRemoveStep],
  ["clear_dependent", clearDependentStep],
  ["change", changeStep],
]);

const WRITING_STEPS: StepSet<WritingPool> = {
  kinds: KINDS,
  otherStep: (word) => stepRefusals.unknownStep(word, [...KINDS.keys()]),
};

/**
 * Carries a list of steps out on one connection that writes. There is no transaction around them: what the steps before an
 * error have done stays. However the pool ends, what it took into work is given back and what it changed is marked.
 */
export async function* runWritePool(
  list: readonly unknown[],
  parts: WritePoolParts,
): AsyncGenerator<RowPart, { data: PoolAnswer } | { refusal: string }, void> {
  const startedAt = performance.now();
  if (list.length === 0) return { refusal: callRefusals.poolRequired };
  const checked = checkSteps(list, WRITING_STEPS);
  if ("refusal" in checked) return checked;

  const pool = await openWritingPool(parts);
  let steps: StepAnswer[] = [];
  let ended: Awaited<ReturnType<typeof settlePool>> | undefined;
  try {
    steps = yield* carryOut(checked.steps, pool);
  } finally {
    ended = await settlePool(pool, parts);
  }
  const { changed, unlocked, leftTransaction } = ended;
  if (leftTransaction) steps = withLastError(steps, stepRefusals.leftTransaction);
  const ok = steps.every((step) => !("error" in step));
  return { data: { ok, steps, changed, unlocked, ms: Math.round(performance.now() - startedAt) } };
}

async function openWritingPool(parts: WritePoolParts): Promise<WritingPool> {
  const connection = await parts.connectSteps("write");
  const pool = openPool(connection, parts);
  return {
    ...pool,
    db: stepDatabase(connection, pool.nick, pool.limits),
    owner: {
      callId: randomUUID(),
      personId: parts.personId,
      holder: lockHolder(),
      right: "AGENT_ENGINE_DB_EXECUTE",
    },
    now: () => wallClock(new Date(), parts.timezone),
    held: new Set(),
    toMark: new Set(),
    marked: new Set(),
  };
}

/** The last step did not pass, or not for its own reason only. */
function withLastError(steps: readonly StepAnswer[], error: string): StepAnswer[] {
  return steps.map((step, at) => {
    if (at < steps.length - 1) return step;
    return { ...step, error: "error" in step ? joinSentences(String(step.error), error) : error };
  });
}
