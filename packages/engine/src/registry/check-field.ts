import { type FieldType, fieldRefusals, MAX_LEVELS, readFieldType, showValue } from "@prilavok/protocol";

/** A field's value as the module gets it, or the refusal in words. */
export type CheckedField =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The longest spelling of a whole number that is read: no column holds it, and longer ones cost more than they say. */
const MAX_INT_DIGITS = 400;

/** Checks a named value of the field `name` against its declared type, `int` or `int/json` (page 20, "Field types"). */
export function checkField(name: string, type: string, value: unknown): CheckedField {
  const shape = readFieldType(type);
  if (shape === undefined) return refused(fieldRefusals.unknownType(name, type));
  if (!shape.list) return checkOne(name, shape.base, value);

  const unpacked = Array.isArray(value) ? value : parseOnce(value);
  const elements: readonly unknown[] = Array.isArray(unpacked) ? unpacked : [value];
  if (elements.length === 0) {
    return refused(fieldRefusals.notOne(name, shape.base, "[]", fieldRefusals.emptyList));
  }
  const values: unknown[] = [];
  for (const element of elements) {
    const checked = checkOne(name, shape.base, element);
    if (!checked.ok) return checked;
    values.push(checked.value);
  }
  return { ok: true, value: values };
}

function checkOne(name: string, base: FieldType, given: unknown): CheckedField {
  const value = base === "json" || base === "jsonl" ? parseOnce(given) : given;
  const flaw = findFlaw(value);
  if (flaw !== undefined) return refused(fieldRefusals.notOne(name, base, showValue(given), flaw));
  const read = readers[base](value);
  return read === undefined ? refused(fieldRefusals.notOne(name, base, showValue(given))) : { ok: true, value: read };
}

function refused(message: string): CheckedField {
  return { ok: false, message };
}

/** What the module gets for a value, by type; undefined where the value is not one. */
const readers: Readonly<Record<FieldType, (value: unknown) => unknown>> = {
  str: (value) => (typeof value === "object" || value === undefined ? undefined : String(value)),
  int: readInt,
  float: readFloat,
  bool: (value) => (typeof value === "object" ? undefined : truths.get(String(value).toLowerCase())),
  date: readDate,
  time: readTime,
  datetime: readDateTime,
  json: (value) => (typeof value === "object" && value !== null ? value : undefined),
  jsonl: (value) => (Array.isArray(value) && value.every(isPlainObject) ? value : undefined),
  files: () => undefined,
};

const truths: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["0", false],
  ["off", false],
]);

/** Adding zero makes a minus zero a plain one. */
function readInt(value: unknown): number | bigint | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? value + 0 : undefined;
  if (typeof value !== "string" || !/^-?[0-9]+$/.test(value)) return undefined;
  const digits = value.replace(/^(-?)0+(?=[0-9])/, "$1");
  if (digits.length > MAX_INT_DIGITS) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits);
}

function readFloat(value: unknown): number | undefined {
  const isSpelling = typeof value === "string" && /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  if (!isSpelling && typeof value !== "number") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number + 0 : undefined;
}

function readDate(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

function readTime(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/.test(value)) return undefined;
  return value.length === "HH:MM".length ? `${value}:00` : value;
}

function readDateTime(value: unknown): string | undefined {
  const parts = typeof value === "string" ? /^(.{10})(?:[ T](.+))?$/s.exec(value) : null;
  const date = readDate(parts?.[1]);
  const time = readTime(parts?.[2] ?? "00:00");
  return date === undefined || time === undefined ? undefined : `${date} ${time}`;
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string that holds a list or an object as JSON becomes it, once: hosts are known to send them so. */
function parseOnce(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return value;
  }
}

/** Why a value cannot be taken as it was meant, wherever in it that stands: digits or half a character are lost. */
function findFlaw(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return fieldRefusals.tooDeep(MAX_LEVELS);
    const inner: unknown[] = [];
    for (const next of level) {
      if (typeof next === "number" && !(Math.abs(next) <= Number.MAX_SAFE_INTEGER)) return fieldRefusals.lostDigits;
      if (typeof next === "string" && !next.isWellFormed()) return fieldRefusals.halfCharacter;
      if (typeof next === "object" && next !== null) for (const one of Object.values(next)) inner.push(one);
    }
    level = inner;
  }
  return undefined;
}
