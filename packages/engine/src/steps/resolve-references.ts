import { stepRefusals } from "@prilavok/protocol";

/** What a step that was carried out lends to the later ones. */
export interface StepLoan {
  /** What the bare `@name` stands for; absent where the step lends nothing by itself. */
  readonly value?: unknown;
  /** The step's answer, without its rows. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The rows of a select; "heavy" where they went to a file, absent where the step has none. */
  readonly rows?: (() => readonly unknown[]) | "heavy";
}

/** Loans by `stepNameKey` of the step's name. */
export type StepLoans = ReadonlyMap<string, StepLoan>;

/** Names of steps are compared without case. */
export function stepNameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * Replaces the references of page 30 in a value or in the elements of a list: `@name`, `@name.path`, `@name.*.field`.
 * A leading `@@` loses one `@`. What a reference brings keeps its type and is not resolved again.
 */
export function resolveReferences(value: unknown, loans: StepLoans): { value: unknown } | { refusal: string } {
  if (!Array.isArray(value)) return resolveOne(value, loans);
  const resolved: unknown[] = [];
  for (const element of value) {
    const one = resolveOne(element, loans);
    if ("refusal" in one) return one;
    resolved.push(one.value);
  }
  return { value: resolved };
}

/** The keys of the steps whose answers a value or the elements of a list reach into. */
export function stepsReferredTo(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    const reference = readReference(part);
    return reference === undefined || reference.path.length === 0 ? [] : [stepNameKey(reference.name)];
  });
}

interface Reference {
  readonly text: string;
  readonly name: string;
  readonly path: readonly string[];
}

/** Any other string with `@` is data: an address, `@ home`, an escaped `@@name`. */
function readReference(value: unknown): Reference | undefined {
  if (typeof value !== "string") return undefined;
  const match = /^@([\p{L}\p{M}\p{N}_-]+)(?:\.(.*))?$/su.exec(value);
  if (match === null) return undefined;
  const [, name = "", path] = match;
  return { text: cutLong(value), name, path: path === undefined ? [] : path.split(".") };
}

function resolveOne(value: unknown, loans: StepLoans): { value: unknown } | { refusal: string } {
  if (typeof value === "string" && value.startsWith("@@")) return { value: value.slice(1) };
  const reference = readReference(value);
  if (reference === undefined) return { value };
  const loan = loans.get(stepNameKey(reference.name));
  if (loan === undefined) return { refusal: stepRefusals.noStepBefore(cutLong(reference.name)) };
  if (loan.rows === "heavy" && entersRows(reference.path)) {
    return { refusal: stepRefusals.rowsInFile(reference.text) };
  }
  return follow(loan, reference.path) ?? { refusal: stepRefusals.namesNothing(reference.text) };
}

/** A number or `*` right after the name, or `data` itself, stands for the rows; anything else for the answer. */
function follow(loan: StepLoan, path: readonly string[]): { value: unknown } | undefined {
  if (path.length === 0) return "value" in loan ? { value: loan.value } : undefined;
  if (typeof loan.rows !== "function" || !entersRows(path)) return walk(loan.answer, path);
  return walk(loan.rows(), path[0] === "data" ? path.slice(1) : path);
}

function entersRows(path: readonly string[]): boolean {
  const [first = ""] = path;
  return first === "data" || first === "*" || isIndex(first);
}

/** Own keys only: neither `length` nor the prototype is reachable. */
function walk(value: unknown, path: readonly string[]): { value: unknown } | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return { value };
  if (Array.isArray(value)) return key === "*" ? walkEach(value, rest) : walkIndex(value, key, rest);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return walk(Reflect.get(value, key), rest);
}

function walkIndex(list: readonly unknown[], key: string, rest: readonly string[]): { value: unknown } | undefined {
  return isIndex(key) && Number(key) < list.length ? walk(list[Number(key)], rest) : undefined;
}

function walkEach(list: readonly unknown[], rest: readonly string[]): { value: unknown[] } | undefined {
  const found = list.map((element) => walk(element, rest));
  return found.includes(undefined) ? undefined : { value: found.map((one) => one?.value) };
}

function isIndex(key: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(key);
}

/** A refusal quotes a reference; a long text that only looks like one does not belong into it whole. */
function cutLong(text: string): string {
  const characters = [...text];
  return characters.length <= 100 ? text : `${characters.slice(0, 100).join("")}…`;
}
