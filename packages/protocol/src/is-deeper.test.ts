import { describe, expect, it } from "vitest";
import { isDeeper } from "./is-deeper.ts";

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

describe("the depth of a value", () => {
  it.each([
    [5, 0, false],
    [nested(3), 3, false],
    [nested(4), 3, true],
    [{ a: 1, b: { c: [null] } }, 3, false],
    [{ a: 1, b: { c: [{}] } }, 3, true],
    [nested(200_000), 1000, true],
  ])("%# is told", (value, levels, deeper) => {
    expect(isDeeper(value, levels)).toBe(deeper);
  });
});
