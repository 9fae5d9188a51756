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
    const one = bindOne(element);
    if ("problem" in one) return { refusal: bindRefusals[one.problem](name) };
    bound.push(one.bound);
  }
  return bound;
}

/** Why a value does not go to the database as it is. */
export type ValueProblem = "notValue" | "lostDigits" | "halfCharacter";

/** One value as it is bound, or what is wrong with it. */
export function bindOne(value: unknown): { readonly bound: SqlValue } | { readonly problem: ValueProblem } {
  switch (typeof value) {
    case "boolean":
      return { bound: value ? 1 : 0 };
    case "bigint":
      return { bound: value };
    case "number":
      if (!Number.isFinite(value)) return { problem: "notValue" };
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? { problem: "lostDigits" } : { bound: value };
    case "string":
      return value.isWellFormed() ? { bound: value } : { problem: "halfCharacter" };
    default:
      return value === null || value instanceof Uint8Array ? { bound: value } : { problem: "notValue" };
  }
}
