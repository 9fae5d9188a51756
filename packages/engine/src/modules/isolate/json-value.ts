import { types } from "node:util";
import { MAX_LEVELS, moduleRefusals } from "@prilavok/protocol";
import { wallClock } from "./wall-clock.ts";

/** A value that JSON cannot hold; the message says what it is, `path` where it stands. */
export class NotJsonError extends Error {
  readonly path: string[] = [];
}

/**
 * A value of an answer as JSON can write it: a bigint as its digits, a Date as `YYYY-MM-DD HH:MM:SS`, bytes as
 * `0x…`, a property that is undefined left out. Throws `NotJsonError` for what JSON would lose: NaN, a function,
 * a promise, a Map, a value inside itself, one nested too deep.
 */
export function jsonValue(value: unknown): unknown {
  return isFlat(value) ? value : toJson(value, []);
}

/** Whether JSON writes the object as it is without looking deeper: nearly every row of a table. */
function isFlat(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    const field: unknown = value[key as keyof typeof value];
    if (typeof field !== "string" && field !== null && typeof field !== "boolean" && !Number.isFinite(field))
      return false;
  }
  return true;
}

function toJson(value: unknown, inside: readonly object[]): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new NotJsonError(`${value}, which JSON has no number for`);
      return value;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : objectToJson(value, inside);
    default:
      throw new NotJsonError(value === undefined ? "undefined" : `a ${typeof value}`);
  }
}

function objectToJson(value: object, inside: readonly object[]): unknown {
  if (value instanceof Date) return dateText(value);
  if (value instanceof Uint8Array) {
    return `0x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex").toUpperCase()}`;
  }
  if (inside.length > MAX_LEVELS) throw new NotJsonError(moduleRefusals.tooDeep(MAX_LEVELS));
  if (inside.includes(value)) throw new NotJsonError("a value inside itself");
  const chain = [...inside, value];
  if ("toJSON" in value && typeof value.toJSON === "function") return toJson(value.toJSON(), chain);
  const kind = kindWithoutJson(value);
  if (kind !== undefined) throw new NotJsonError(kind);
  if (Array.isArray(value)) return Array.from(value, (item: unknown, index) => at(index, () => toJson(item, chain)));
  // Without a prototype `__proto__` is a key like any other.
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined) copy[key] = at(key, () => toJson(field, chain));
  }
  return copy;
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new NotJsonError("a Date that holds no day");
  return wallClock(date);
}

/** Objects whose contents JSON would leave out without a word. */
function kindWithoutJson(value: object): string | undefined {
  if (types.isPromise(value)) return "a promise: await it";
  if (types.isMap(value) || types.isSet(value)) return "a Map or a Set: make it an object or a list";
  if (types.isNativeError(value)) return "an Error: put its message";
  if (types.isRegExp(value) || types.isArrayBufferView(value) || types.isAnyArrayBuffer(value)) {
    return "an object JSON does not know";
  }
  return undefined;
}

function at(key: string | number, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    if (error instanceof NotJsonError) error.path.unshift(String(key));
    throw error;
  }
}
