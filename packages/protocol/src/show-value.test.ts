import { describe, expect, it } from "vitest";
import { showValue } from "./show-value.ts";

describe("showValue", () => {
  it.each([
    ["abc", "abc"],
    ["", ""],
    [1.5, "1.5"],
    [true, "true"],
    [null, "null"],
    [[1, "a", { b: [] }], '[1,"a",{"b":[]}]'],
    [9007199254740993n, "9007199254740993"],
    ["a\u0000b\nc", "a\\u0000b\\u000ac"],
    ["\ud83d", "\\ud83d"],
    [Number.POSITIVE_INFINITY, "Infinity"],
  ])("shows %o as %s", (value, shown) => {
    expect(showValue(value)).toBe(shown);
  });

  it("cuts a long text by characters, never inside one", () => {
    expect(showValue("💶".repeat(100), 5)).toBe("💶💶💶💶💶…");
  });

  it("cuts a long list", () => {
    expect(
      showValue(
        Array.from({ length: 100 }, (_, i) => i),
        10,
      ),
    ).toBe("[0,1,2,3,4…");
  });

  it("shows a value nested a hundred thousand times without a fault", () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(showValue(deep, 5)).toBe("[[[[[…");
  });
});
