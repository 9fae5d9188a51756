import { stepPoolRefusals } from "@prilavok/protocol";
import { ANSWER_CHARACTERS, withShortTexts } from "../rows/fit-answer.ts";
import type { StepRows } from "../rows/step-rows.ts";
import type { ToolAnswer } from "./tool-definition.ts";

/** What Core says of a pool; the rows came in sections `steps.<num>`. */
interface PoolEnd extends Record<string, unknown> {
  readonly ok: boolean;
  readonly steps: readonly (Record<string, unknown> & { readonly num: number })[];
}

/** A step of the answer: its fields, and its rows where they stand in the answer. */
interface AnsweredStep {
  readonly fields: Record<string, unknown>;
  readonly kept: KeptStep | undefined;
}

/** Rows that stand in the answer, as Core wrote them and as they are. */
interface KeptStep {
  readonly lines: readonly string[];
  readonly rows: readonly unknown[];
}

/**
 * The answer of an engine_db pool: few rows as `data`, the others as `file` and `head`. The text is put together from
 * the lines as Core wrote them, so the columns keep their order whatever their names are. Undefined, and nothing is kept,
 * where Core sent no answer of a pool or rows that are no JSON.
 */
export async function composePoolAnswer(
  given: Readonly<Record<string, unknown>>,
  sections: ReadonlyMap<string, StepRows>,
): Promise<ToolAnswer | undefined> {
  const end = isPoolEnd(given) ? given : undefined;
  if (end !== undefined) await spillLargest(end, sections);
  const kept = end && readKept(end, sections);
  if (end === undefined || kept === undefined) {
    for (const rows of sections.values()) await rows.drop();
    return undefined;
  }
  const steps: AnsweredStep[] = [];
  let failed = false;
  for (const step of end.steps) {
    const rows = sections.get(`steps.${step.num}`);
    const answered = rows?.heavy === true ? await placeStep(step, rows) : step;
    steps.push({ fields: withShortTexts(answered, ANSWER_CHARACTERS), kept: kept.get(step.num) });
    failed ||= answered["error"] !== undefined;
  }
  const ok = end.ok && !failed;
  const data = { ...end, ok, steps: steps.map(asObject) };
  const around = JSON.stringify({ ...end, ok, steps: [] });
  const dataText = around.replace('"steps":[]', () => `"steps":[${steps.map(asText).join(",")}]`);
  return { refused: !ok, data, dataText };
}

function isPoolEnd(given: Readonly<Record<string, unknown>>): given is PoolEnd {
  const { ok, steps } = given;
  return typeof ok === "boolean" && Array.isArray(steps) && steps.every(isStep);
}

function isStep(step: unknown): boolean {
  return typeof step === "object" && step !== null && "num" in step && Number.isSafeInteger(step.num);
}

/** The rows that stand in the answer, by their step's number; undefined where a line is no JSON, or a section no step's. */
function readKept(
  { steps }: PoolEnd,
  sections: ReadonlyMap<string, StepRows>,
): ReadonlyMap<number, KeptStep> | undefined {
  const kept = new Map<number, KeptStep>();
  let sectionsOfSteps = 0;
  for (const { num } of steps) {
    const rows = sections.get(`steps.${num}`);
    if (rows === undefined) continue;
    sectionsOfSteps += 1;
    if (rows.heavy) continue;
    const lines = rows.lines();
    const parsed = parseLines(lines);
    if (parsed === undefined) return undefined;
    kept.set(num, { lines, rows: parsed });
  }
  return sectionsOfSteps === sections.size ? kept : undefined;
}

function parseLines(lines: readonly string[]): unknown[] | undefined {
  try {
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

/** Gives the file of a heavy step its name. */
async function placeStep(step: Record<string, unknown>, rows: StepRows): Promise<Record<string, unknown>> {
  const file = await rows.place();
  if (file !== undefined) return { ...step, file, head: rows.head };
  return { ...step, error: stepPoolRefusals.rowsNotWritten(rows.failed ?? "the disk failed") };
}

/** Past the limit of an answer the largest rows go to files, as long as that makes it shorter. */
async function spillLargest(end: PoolEnd, sections: ReadonlyMap<string, StepRows>): Promise<void> {
  const all = [...sections.values()].map((rows) => ({
    rows,
    characters: rows.heavy ? rows.fileCharacters : rows.dataCharacters,
  }));
  let total = all.reduce((sum, { characters }) => sum + characters, JSON.stringify(end).length);
  for (const { rows, characters } of all.sort((a, b) => b.characters - a.characters)) {
    if (total <= ANSWER_CHARACTERS) return;
    if (rows.heavy || rows.fileCharacters >= characters) continue;
    total -= characters - rows.fileCharacters;
    await rows.spill();
  }
}

function asObject({ fields, kept }: AnsweredStep): Record<string, unknown> {
  return kept === undefined ? fields : { ...fields, data: kept.rows };
}

function asText({ fields, kept }: AnsweredStep): string {
  const text = JSON.stringify(fields);
  return kept === undefined ? text : `${text.slice(0, -1)},"data":[${kept.lines.join(",")}]}`;
}
