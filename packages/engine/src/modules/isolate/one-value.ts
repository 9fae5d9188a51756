import { moduleRefusals } from "@prilavok/protocol";
import { bindOne } from "../../sql/bind-value.ts";
import type { SqlValue } from "../../sql/database.ts";
import { wallClock } from "./wall-clock.ts";

/** A module's value where a plain one is bound: a Date as the store's wall clock, undefined as NULL. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return wallClock(value);
  return value === undefined ? null : value;
}

/** One value for one place; throws in words for what the database cannot keep. */
export function oneValue(name: string, value: unknown): SqlValue {
  const one = bindOne(plainValue(value));
  if ("problem" in one) throw new Error(moduleRefusals.notKept(name));
  return one.bound;
}
