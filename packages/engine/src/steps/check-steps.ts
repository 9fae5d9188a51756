import { stepRefusals } from "@prilavok/protocol";
import { stepNameKey } from "./resolve-references.ts";

/** A step of a pool whose form is right; what its values mean is seen when its turn comes. */
export type PoolStep = SelectStep | DependentStep | UnknownStep;

interface StepHead {
  /** From one, in the list's order. */
  readonly num: number;
  readonly do: string;
  readonly name?: string;
}

export interface SelectStep extends StepHead {
  readonly kind: "select";
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Lifts the limit of rows. */
  readonly big: boolean;
  /** The caller keeps the rows in a file of their own naming. */
  readonly file: boolean;
}

export interface DependentStep extends StepHead {
  readonly kind: "dependent";
  readonly table: string;
  /** One id or a list; undefined where nothing is to be counted. */
  readonly ids: unknown;
}

/** `do` is no step of a reading pool. */
interface UnknownStep extends StepHead {
  readonly kind: "unknown";
}

/** The fields of each step as a caller names them; the MCP server turns `output` into `file`. */
const FIELDS: Readonly<Record<"select" | "dependent", readonly string[]>> = {
  select: ["do", "name", "sql", "params", "big", "output"],
  dependent: ["do", "name", "table", "ids"],
};

/** Checks the form of the whole list before anything runs: the steps, or a refusal of the call. */
export function checkSteps(list: readonly unknown[]): { steps: PoolStep[] } | { refusal: string } {
  const steps: PoolStep[] = [];
  const names = new Set<string>();
  for (const [index, raw] of list.entries()) {
    const step = checkStep(index + 1, raw);
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

function checkStep(num: number, raw: unknown): PoolStep | { refusal: string } {
  if (!isObject(raw)) return { refusal: stepRefusals.notObject(num) };
  const fields = new Map(Object.entries(raw).filter(([, value]) => value !== null));
  const kind = fields.get("do");
  if (typeof kind !== "string" || kind === "") return { refusal: stepRefusals.noDo(num) };
  const name = fields.get("name") ?? "";
  if (typeof name !== "string") return { refusal: stepRefusals.nameNotText(num) };

  const head = { num, do: kind, ...(name === "" ? {} : { name }) };
  if (kind === "select") return checkUnknown(num, kind, fields) ?? checkSelect(head, fields);
  if (kind === "dependent") return checkUnknown(num, kind, fields) ?? checkDependent(head, fields);
  return { kind: "unknown", ...head };
}

function checkUnknown(
  num: number,
  kind: keyof typeof FIELDS,
  fields: ReadonlyMap<string, unknown>,
): { refusal: string } | undefined {
  const known = FIELDS[kind];
  const taken = known.includes("output") ? [...known, "file"] : known;
  const stray = [...fields.keys()].find((field) => !taken.includes(field));
  if (stray === undefined) return undefined;
  return { refusal: stepRefusals.unknownField(num, kind, stray === "file" ? "output" : stray, known) };
}

function checkSelect(head: StepHead, fields: ReadonlyMap<string, unknown>): SelectStep | { refusal: string } {
  const wrong = (field: string, kind: string) => ({ refusal: stepRefusals.wrongKind(head.num, field, kind) });
  const sql = fields.get("sql");
  if (typeof sql !== "string") return wrong("sql", "the text of a query");
  const params = fromJsonText(fields.get("params") ?? {});
  if (!isObject(params)) return wrong("params", 'an object of values, {"ID": 5}');
  const big = fields.get("big") ?? false;
  if (typeof big !== "boolean") return wrong("big", "true or false");
  const file = fields.get("file") ?? false;
  if (typeof file !== "boolean") return wrong("output", "a path on the caller's computer");
  return { kind: "select", ...head, sql, params, big, file };
}

function checkDependent(head: StepHead, fields: ReadonlyMap<string, unknown>): DependentStep | { refusal: string } {
  const table = fields.get("table");
  if (typeof table !== "string") {
    return { refusal: stepRefusals.wrongKind(head.num, "table", "the name of a table") };
  }
  return { kind: "dependent", ...head, table, ids: fromJsonText(fields.get("ids")) };
}

/** Some hosts send an object or a list as a string of JSON; any other string stays what it is. */
function fromJsonText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
