import { bindRefusals } from "@prilavok/protocol";
import type { SqlValue } from "./database.ts";

/**
 * A value of `params` as what is bound in its place: one value, or a list's elements. Numbers stay numbers, true and
 * false become 1 and 0; what would reach the database as another value than the caller named is a refusal.
 */
export function bindValue(name: string, value: unknown): readonly SqlValue[] | { readonly refusal: string } {
  if (Array.isArray(value) && value.length === 0) return { refusal: bindRefusals.emptyList(name) };
  const bound: SqlValue[] = [];
  for (const element of Array.isArray(value) ? value : [value]) {
    const single = bindSingle(name, element);
    if (isRefusal(single)) return single;
    bound.push(single);
  }
  return bound;
}

function bindSingle(name: string, value: unknown): SqlValue | { readonly refusal: string } {
  switch (typeof value) {
    case "boolean":
      return value ? 1 : 0;
    case "bigint":
      return value;
    case "number":
      if (!Number.isFinite(value)) return { refusal: bindRefusals.notValue(name) };
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? { refusal: bindRefusals.lostDigits(name) }
        : value;
    case "string":
      return /\p{Surrogate}/u.test(value) ? { refusal: bindRefusals.halfCharacter(name) } : value;
    default:
      return value === null || value instanceof Uint8Array ? value : { refusal: bindRefusals.notValue(name) };
  }
}

function isRefusal(bound: SqlValue | { readonly refusal: string }): bound is { readonly refusal: string } {
  return typeof bound === "object" && bound !== null && "refusal" in bound;
}
