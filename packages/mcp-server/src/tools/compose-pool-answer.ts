import { stepPoolRefusals } from "@prilavok/protocol";
import { ANSWER_CHARACTERS } from "../rows/fit-answer.ts";
import type { StepRows } from "../rows/step-rows.ts";
import type { ToolAnswer } from "./tool-definition.ts";

/** What Core says of a pool; the rows came in sections `steps.<num>`. */
export interface PoolEnd extends Record<string, unknown> {
  readonly ok: boolean;
  readonly steps: readonly (Record<string, unknown> & { readonly num: number })[];
}

/** A step of the answer: its fields and the lines of its rows where they stand in the answer. */
interface AnsweredStep {
  readonly fields: Record<string, unknown>;
  readonly lines: readonly string[] | undefined;
}

/**
 * The answer of an engine_db pool: few rows as `data`, the others as `file` and `head`. The text is put together from
 * the lines as Core wrote them, so the columns keep their order whatever their names are.
 */
export async function composePoolAnswer(end: PoolEnd, sections: ReadonlyMap<string, StepRows>): Promise<ToolAnswer> {
  await spillLargest(sections);
  const steps: AnsweredStep[] = [];
  let failed = false;
  for (const step of end.steps) {
    const rows = sections.get(`steps.${step.num}`);
    const answered = rows === undefined ? { fields: { ...step }, lines: undefined } : await answerStep(step, rows);
    steps.push(answered);
    failed ||= answered.fields["error"] !== undefined;
  }
  const ok = end.ok && !failed;
  const data = { ...end, ok, steps: steps.map(asObject) };
  const around = JSON.stringify({ ...end, ok, steps: [] });
  const dataText = around.replace('"steps":[]', () => `"steps":[${steps.map(asText).join(",")}]`);
  return { refused: !ok, data, dataText };
}

async function answerStep(step: Record<string, unknown>, rows: StepRows): Promise<AnsweredStep> {
  if (!rows.heavy) return { fields: step, lines: rows.lines() };
  const file = await rows.place();
  if (file === undefined) {
    return {
      fields: { ...step, error: stepPoolRefusals.rowsNotWritten(rows.failed ?? "the disk failed") },
      lines: undefined,
    };
  }
  return { fields: { ...step, file, head: rows.head }, lines: undefined };
}

async function spillLargest(sections: ReadonlyMap<string, StepRows>): Promise<void> {
  const kept = [...sections.values()].filter((rows) => !rows.heavy).sort((a, b) => b.keptBytes - a.keptBytes);
  let total = kept.reduce((sum, rows) => sum + rows.keptBytes, 0);
  for (const rows of kept) {
    if (total <= ANSWER_CHARACTERS - ROOM_FOR_STEPS) return;
    total -= rows.keptBytes;
    await rows.spill();
  }
}

/** Characters left for everything that is not rows. */
const ROOM_FOR_STEPS = 10_000;

function asObject({ fields, lines }: AnsweredStep): Record<string, unknown> {
  return lines === undefined ? fields : { ...fields, data: lines.map((line) => JSON.parse(line) as unknown) };
}

function asText({ fields, lines }: AnsweredStep): string {
  const text = JSON.stringify(fields);
  return lines === undefined ? text : `${text.slice(0, -1)},"data":[${lines.join(",")}]}`;
}
