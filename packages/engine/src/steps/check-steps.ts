import { stepRefusals } from "@prilavok/protocol";
import { isObject } from "./field-values.ts";
import type { OpenPool } from "./open-pool.ts";
import { stepNameKey } from "./resolve-references.ts";
import type { StepFields, StepKind, StepWork } from "./step-kind.ts";

/** The steps that one command runs, by their `do`, and what it says of any other. */
export interface StepSet<Pool extends OpenPool = OpenPool> {
  readonly kinds: ReadonlyMap<string, StepKind<Pool>>;
  readonly otherStep: (word: string) => string;
}

/** A step of a list whose form is right. */
export interface CheckedStep<Pool extends OpenPool = OpenPool> {
  /** From one, in the list's order. */
  readonly num: number;
  readonly do: string;
  readonly name?: string;
  readonly work: StepWork<Pool>;
}

type Refusal = { readonly refusal: string };

/** Each step has a line of the answer, which the caller reads whole. */
const MAX_STEPS = 1000;

/** Checks the form of the whole list before anything runs: the steps, or a refusal of the call. */
export function checkSteps<Pool extends OpenPool>(
  list: readonly unknown[],
  set: StepSet<Pool>,
): { readonly steps: CheckedStep<Pool>[] } | Refusal {
  if (list.length > MAX_STEPS) return { refusal: stepRefusals.tooManySteps(MAX_STEPS, list.length) };
  const steps: CheckedStep<Pool>[] = [];
  const names = new Set<string>();
  for (const [index, raw] of list.entries()) {
    const step = checkStep(index + 1, raw, set);
    if ("refusal" in step) return step;
    if (step.name !== undefined) {
      const key = stepNameKey(step.name);
      if (names.has(key)) return { refusal: stepRefusals.namedTwice(step.name) };
      names.add(key);
    }
    steps.push(step);
  }
  return { steps };
}

function checkStep<Pool extends OpenPool>(
  num: number,
  raw: unknown,
  { kinds, otherStep }: StepSet<Pool>,
): CheckedStep<Pool> | Refusal {
  if (!isObject(raw)) return { refusal: stepRefusals.notObject(num) };
  const { do: word, name = null, ...rest } = raw;
  if (typeof word !== "string" || word === "") return { refusal: stepRefusals.noDo(num) };
  if (name !== null && typeof name !== "string") return { refusal: stepRefusals.nameNotText(num) };
  const head = { num, do: word, ...(name === null || name === "" ? {} : { name }) };

  const kind = kinds.get(word);
  // What a step of another command takes is not known here: it ends the pool when its turn comes.
  if (kind === undefined) return { ...head, work: refusingStep(otherStep(word)) };
  const fields = new Map(Object.entries(rest).filter(([, value]) => value !== null));
  const stray = findStray(kind, fields);
  if (stray !== undefined) {
    return { refusal: stepRefusals.unknownField(num, word, stray, ["do", "name", ...kind.fields]) };
  }
  const work = kind.read(fields);
  return "field" in work ? { refusal: stepRefusals.wrongKind(num, work.field, work.takes) } : { ...head, work };
}

/** A field that the step does not take, as the caller names it. */
function findStray({ fields: known }: StepKind<never>, fields: StepFields): string | undefined {
  const taken = known.includes("output") ? [...known, "file"] : known;
  const stray = [...fields.keys()].find((field) => !taken.includes(field));
  return stray === "file" ? "output" : stray;
}

function refusingStep(error: string): StepWork {
  return { refersTo: [], carryOut: async () => ({ error }) };
}
