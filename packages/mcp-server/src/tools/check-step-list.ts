import { callRefusals, isDeeper, MAX_LEVELS } from "@prilavok/protocol";
import { asKind } from "../session/check-parameters.ts";

/** A step of tool_pool after the first check: what it is called and its fields as tool_run takes them. */
export interface CommandStep {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const KINDS = {
  unit: ["string", "a text"],
  command: ["string", "a text"],
  params: ["object", "an object of fields"],
  params_source: ["string", "a path"],
  debug: ["boolean", "true or false"],
  into: ["string", "a job's bare name"],
} as const;
const KNOWN = ["name", ...Object.keys(KINDS)];

/**
 * The check of the whole list before its first step (page 20): every step is an object with unit and command, names
 * carry no dot and do not repeat, nothing carries files or nests deeper than a field may. `null` counts as not named.
 */
export function checkStepList(
  list: readonly unknown[],
): { readonly steps: CommandStep[] } | { readonly refusal: string } {
  const steps: CommandStep[] = [];
  const names = new Set<string>();
  for (const [index, given] of list.entries()) {
    const num = index + 1;
    const object = asKind("object", given);
    if (object === undefined) return { refusal: callRefusals.stepNotObject(num) };
    const fields = new Map<string, unknown>(Object.entries(object as object).filter(([, value]) => value !== null));
    if (!isText(fields.get("unit")) || !isText(fields.get("command")))
      return { refusal: callRefusals.stepNeedsUnit(num) };
    if (fields.has("files") || fields.has("files_source")) return { refusal: callRefusals.stepCarriesFiles(num) };
    const unknown = [...fields.keys()].find((field) => !KNOWN.includes(field));
    if (unknown !== undefined) return { refusal: callRefusals.stepUnknownField(num, unknown, KNOWN) };
    const name = fields.get("name") ?? "";
    if (typeof name !== "string") return { refusal: callRefusals.stepNameNotText(num) };
    if (name.includes(".")) return { refusal: callRefusals.stepNameDot(num) };
    if (name !== "" && names.has(name.toLowerCase())) return { refusal: callRefusals.stepNamedTwice(name) };
    names.add(name.toLowerCase());
    const values: Record<string, unknown> = {};
    for (const [field, [kind, words]] of Object.entries(KINDS)) {
      if (!fields.has(field)) continue;
      values[field] = asKind(kind, fields.get(field));
      if (values[field] === undefined) return { refusal: callRefusals.stepWrongKind(num, field, words) };
    }
    if (isDeeper(values["params"], MAX_LEVELS)) return { refusal: callRefusals.stepTooDeep(num, MAX_LEVELS) };
    steps.push({ name, values });
  }
  return { steps };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
