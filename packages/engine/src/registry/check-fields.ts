import { fieldRefusals, showValue } from "@prilavok/protocol";
import { checkField } from "./check-field.ts";
import type { CommandEntry } from "./registry.ts";

/** The fields a module gets, by name in the registry's order, or the refusal in words. */
export type CheckedFields =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/**
 * Checks a call's fields against the registry (page 20): every one declared, every required one named, then the types.
 * A field with `null` is not named; a default goes through the same type check.
 */
export function checkFields(
  command: Pick<CommandEntry, "name" | "fields">,
  given: Readonly<Record<string, unknown>>,
): CheckedFields {
  const named = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const known = command.fields.map((field) => field.name);
  const stranger = [...named.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined) {
    return refused(fieldRefusals.unknownField(command.name, showValue(stranger), known));
  }

  const missing = command.fields.find((field) => field.required && !named.has(field.name));
  if (missing !== undefined) {
    return refused(fieldRefusals.fieldRequired(command.name, missing.name, missing.descr, missing.type));
  }

  const values: [string, unknown][] = [];
  for (const { name, type, default: fallback } of command.fields) {
    const value = named.get(name) ?? fallback;
    if (value === null) continue;
    const checked = checkField(name, type, value);
    if (!checked.ok) return checked;
    values.push([name, checked.value]);
  }
  return { ok: true, values: Object.fromEntries(values) };
}

function refused(message: string): CheckedFields {
  return { ok: false, message };
}
