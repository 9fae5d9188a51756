import { callRefusals, MAX_LEVELS } from "@prilavok/protocol";

/** What an earlier step of a pool answered, by its name in lower case. */
export type StepDetails = ReadonlyMap<string, unknown>;

/** A step's fields with every reference replaced, or the reference that leads nowhere. */
export type ResolvedFields = { readonly value: unknown } | { readonly refusal: string };

const REFERENCE = /^@(?<name>[^.]*)\.(?<path>.*)$/su;
const LIST_INDEX = /^(?:0|[1-9][0-9]*)$/;

/**
 * Replaces each string that is as a whole `@name.path` with the value in that step's detail (page 20, "Reference"): at
 * any depth, the value keeps its type, and what it brings is not looked into again. Keys stay as they are; a name of no
 * earlier step is data. Fields that nest deeper than Core takes them are refused.
 */
export function resolveStepReferences(value: unknown, details: StepDetails, level = 0): ResolvedFields {
  if (level > MAX_LEVELS) return { refusal: callRefusals.tooDeep(MAX_LEVELS) };
  if (typeof value === "string") return resolveString(value, details);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      const resolved = resolveStepReferences(item, details, level + 1);
      if ("refusal" in resolved) return resolved;
      items.push(resolved.value);
    }
    return { value: items };
  }
  if (typeof value !== "object" || value === null) return { value };
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const resolved = resolveStepReferences(item, details, level + 1);
    if ("refusal" in resolved) return resolved;
    entries.push([key, resolved.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function resolveString(text: string, details: StepDetails): ResolvedFields {
  const { name, path } = REFERENCE.exec(text)?.groups ?? {};
  if (name === undefined || path === undefined || !details.has(name.toLowerCase())) return { value: text };
  let value = details.get(name.toLowerCase());
  for (const key of path.split(".")) {
    const inside = ownValue(value, key);
    if (inside === undefined) return { refusal: callRefusals.lostReference(text) };
    value = inside.value;
  }
  return { value };
}

/** Only the answer's own keys are reachable; a list is entered by its element's number from zero. */
function ownValue(container: unknown, key: string): { readonly value: unknown } | undefined {
  if (typeof container !== "object" || container === null) return undefined;
  if (Array.isArray(container) && !LIST_INDEX.test(key)) return undefined;
  if (!Object.hasOwn(container, key)) return undefined;
  return { value: (container as Record<string, unknown>)[key] };
}
