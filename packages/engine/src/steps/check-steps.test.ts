import { describe, expect, it } from "vitest";
import { checkSteps, type StepSet } from "./check-steps.ts";
import { dependentStep } from "./dependent-step.ts";
import type { OpenPool } from "./open-pool.ts";
import { selectStep } from "./select-step.ts";

const STEPS: StepSet = {
  kinds: new Map([
    ["select", selectStep(() => undefined)],
    ["dependent", dependentStep],
  ]),
  otherStep: (word) => `no ${word}`,
};
const refusal = (list: readonly unknown[]) => {
  const checked = checkSteps(list, STEPS);
  return "refusal" in checked ? checked.refusal : undefined;
};
const steps = (list: readonly unknown[]) => {
  const checked = checkSteps(list, STEPS);
  return "refusal" in checked ? [] : checked.steps.map(({ work, ...step }) => ({ ...step, refersTo: work.refersTo }));
};
const select = { do: "select", sql: "SELECT 1" };

describe("the form of a pool", () => {
  it("numbers the steps and finds what they refer to", () => {
    expect(steps([select, { do: "dependent", table: "store", name: "dep", ids: "[1, 2]" }])).toEqual([
      { num: 1, do: "select", refersTo: [] },
      { num: 2, do: "dependent", name: "dep", refersTo: [[1, 2]] },
    ]);
  });

  it("leaves a step of another kind to its turn, whatever its fields", async () => {
    const checked = checkSteps([{ do: "modify", sql: 5, x: 1 }], STEPS);
    if ("refusal" in checked) throw new Error(checked.refusal);
    const [step] = checked.steps;
    const turn = { section: "steps.1", lends: false };
    expect(await step?.work.carryOut({} as OpenPool, turn)).toEqual({ error: "no modify" });
  });

  it("counts null as not named and an empty name as none", () => {
    expect(steps([{ ...select, name: "", params: null, big: null, output: null, limit: null }])).toEqual([
      { num: 1, do: "select", refersTo: [] },
    ]);
  });

  it("has a thousand steps at most", () => {
    const many = (length: number) => Array.from({ length }, () => select);
    expect(refusal(many(1000))).toBeUndefined();
    expect(refusal(many(1001))).toMatch(
      /^A pool takes at most 1000 steps, and this one has 1001: .*Nothing was carried/,
    );
  });

  it.each([
    [[select, 5], "Step 2 is not an object"],
    [[[select]], "Step 1 is not an object"],
    [[null], "Step 1 is not an object"],
    [[{ sql: "SELECT 1" }], "Step 1 has no do"],
    [[{ do: 5 }], "Step 1 has no do"],
    [[{ ...select, name: 5 }], "The name of step 1 is not a text"],
    [
      [
        { ...select, name: "Ж" },
        { ...select, name: "ж" },
      ],
      "Two steps are named [ж]",
    ],
    [
      [
        { ...select, name: "__proto__" },
        { ...select, name: "__proto__" },
      ],
      "Two steps are named [__proto__]",
    ],
    [[{ do: "select" }], "Step 1: sql takes the text of a query"],
    [[{ ...select, params: [1] }], "Step 1: params takes an object of values"],
    [[{ ...select, big: "yes" }], "Step 1: big takes true or false"],
    [[{ do: "dependent" }], "Step 1: table takes the name of a table"],
  ])("refuses %j", (list, text) => {
    expect(refusal(list)).toMatch(new RegExp(`^${text.replaceAll(/[[\]]/g, "\\$&")}`));
  });

  it("names an unknown field and the known ones", () => {
    expect(refusal([{ ...select, limit: 5 }])).toBe(
      "Step 1 has an unknown field [limit]. A select step takes: do, name, sql, params, big, output. Nothing was carried out.",
    );
    expect(refusal([{ do: "dependent", table: "store", file: true }])).toMatch(/\[output\]/);
    expect(refusal([{ do: "dependent", table: "store", big: true }])).toMatch(/\[big\]. A dependent step takes: /);
  });

  it("takes params that arrived as a string of JSON, and leaves broken JSON a wrong kind", () => {
    expect(steps([{ ...select, params: '{"ID": 5}' }])).toMatchObject([{ refersTo: [5] }]);
    expect(refusal([{ ...select, params: '{"ID": ' }])).toMatch(/^Step 1: params takes/);
  });
});
