import { showValue, stepRefusals } from "@prilavok/protocol";
import { resolveReferences, type StepLoans } from "./resolve-references.ts";

/** The digits of a whole number by the rules of the field type `int`: exact, or its spelling, of any size; else nothing. */
function wholeNumber(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== "string" || !/^-?[0-9]+$/.test(value)) return undefined;
  return value.replace(/^(-?)0+(?=[0-9])/, "$1");
}

/** A field that holds one id, with its reference replaced: the digits. */
export function readId(
  field: string,
  given: unknown,
  loans: StepLoans,
): { readonly id: string } | { readonly error: string } {
  const resolved = resolveReferences(given, loans);
  if ("refusal" in resolved) return { error: resolved.refusal };
  const id = wholeNumber(resolved.value);
  return id === undefined ? { error: stepRefusals.notWholeNumber(field, showValue(resolved.value ?? "")) } : { id };
}

/** A field that holds one id or a list: their digits. */
export function readIds(given: unknown, loans: StepLoans): { readonly ids: string[] } | { readonly error: string } {
  const resolved = resolveReferences(given, loans);
  if ("refusal" in resolved) return { error: resolved.refusal };
  const ids: string[] = [];
  for (const value of [resolved.value].flat()) {
    const id = wholeNumber(value);
    if (id === undefined) return { error: stepRefusals.notWholeNumber("id", showValue(value)) };
    ids.push(id);
  }
  return { ids };
}
