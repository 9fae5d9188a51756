import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveStepReferences } from "./resolve-step-references.ts";

interface Case {
  readonly id: string;
  readonly what: string;
  readonly steps: Record<string, unknown>;
  readonly params: unknown;
  readonly expect?: unknown;
  readonly error?: string;
}

const cases = readFileSync(new URL("../../../../contract/cases/references.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

const details = (steps: Record<string, unknown>) =>
  new Map(Object.entries(steps).map(([name, detail]) => [name.toLowerCase(), detail]));

describe("references of a pool's step", () => {
  it.each(cases)("$id: $what", ({ steps, params, expect: expected, error }) => {
    const resolved = resolveStepReferences(params, details(steps));
    expect(resolved).toEqual(error === undefined ? { value: expected } : { refusal: error });
  });

  it("keeps an own key named __proto__ and reaches it", () => {
    const detail = JSON.parse('{"__proto__": {"id": 3}}') as unknown;
    const params = JSON.parse('{"__proto__": "@g.__proto__.id"}') as object;
    const resolved = resolveStepReferences(params, new Map([["g", detail]]));
    expect(resolved).toEqual({ value: JSON.parse('{"__proto__": 3}') });
  });

  it("replaces a reference by exactly what the detail holds and leaves every other value as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (detail, data) => {
        const map = new Map([["step", { value: detail }]]);
        const free = JSON.parse(JSON.stringify(data).replaceAll("@step.", "step.")) as unknown;
        const resolved = resolveStepReferences({ data: free, taken: "@step.value" }, map);
        expect(resolved).toEqual({ value: { data: free, taken: detail } });
      }),
    );
  });

  it("refuses in words what Core would not take for its depth", () => {
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    expect(resolveStepReferences({ deep }, new Map())).toEqual({
      refusal: "The params of this step nest deeper than 1000 levels: make them flatter.",
    });
  });
});
