/**
 * Where an answer differs from what is expected, as paths with both values; empty where it does not. Objects are
 * compared in part, lists and values whole; a text written as `"/…/"` is a pattern.
 */
export function findDifferences(expected: unknown, answered: unknown, path = "answer"): string[] {
  if (isPattern(expected)) {
    const fits = typeof answered === "string" && new RegExp(expected.slice(1, -1), "u").test(answered);
    return fits ? [] : [`${path}: ${show(answered)} does not match ${expected}`];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(answered)) return [`${path}: ${show(answered)} instead of a list`];
    if (expected.length !== answered.length) {
      return [`${path}: ${answered.length} elements instead of ${expected.length}: ${show(answered)}`];
    }
    return expected.flatMap((element, index) => findDifferences(element, answered[index], `${path}.${index}`));
  }
  if (isObject(expected)) {
    if (!isObject(answered)) return [`${path}: ${show(answered)} instead of an object`];
    return Object.entries(expected).flatMap(([key, value]) =>
      Object.hasOwn(answered, key)
        ? findDifferences(value, answered[key], `${path}.${key}`)
        : [`${path}.${key} is missing`],
    );
  }
  return Object.is(expected, answered) ? [] : [`${path}: ${show(answered)} instead of ${show(expected)}`];
}

function isPattern(value: unknown): value is string {
  return typeof value === "string" && value.length > 2 && value.startsWith("/") && value.endsWith("/");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
