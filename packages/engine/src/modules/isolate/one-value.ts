import { moduleRefusals } from "@prilavok/protocol";
import { bindValue } from "../../sql/bind-value.ts";
import type { SqlValue } from "../../sql/database.ts";
import { wallClock } from "./wall-clock.ts";

/** A module's value where a plain one is bound: a Date as the store's wall clock, undefined as NULL. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return wallClock(value);
  return value === undefined ? null : value;
}

/** One value for one place; throws in words for what the database cannot keep. */
export function oneValue(name: string, value: unknown): SqlValue {
  const bound = bindValue(name, Array.isArray(value) ? {} : plainValue(value));
  if ("refusal" in bound) throw new Error(moduleRefusals.notKept(name));
  return bound[0] ?? null;
}
