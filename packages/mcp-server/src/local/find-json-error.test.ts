import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonError } from "./find-json-error.ts";

describe("where JSON breaks", () => {
  it.each([
    ["", 0],
    ['{"a": 1', 7],
    ["[1, 2, }", 7],
    ["[1, 2,]", 6],
    ['{"a" 1}', 5],
    ["{'a': 1}", 1],
    ["[01]", 2],
    ["[1] x", 4],
    ["[nul]", 4],
    ["[1.]", 2],
    ['["a\nb"]', 3],
    ['["\\x"]', 3],
    ["[-]", 2],
    ["abc", 0],
    ['["cut', 5],
    ["[1", 2],
    ["[1.", 3],
    ["[1e+", 4],
    ["[-", 2],
    ['["\\u12', 6],
    ['["\\u12G"]', 6],
    ["[tru", 4],
  ])("%j at %d", (text, at) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toBe(at);
  });

  it("names the end of the text for a document that is cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, seed) => {
        const cut = text.slice(0, seed % text.length);
        let whole = true;
        try {
          JSON.parse(cut);
        } catch {
          whole = false;
        }
        if (!whole) expect(findJsonError(cut)).toBe(cut.length);
      }),
    );
  });

  it("reads a million brackets without running out of stack", () => {
    expect(findJsonError("[".repeat(1_000_000))).toBe(1_000_000);
  });
});
