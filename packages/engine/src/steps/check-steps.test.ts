import { describe, expect, it } from "vitest";
import { checkSteps } from "./check-steps.ts";

const refusal = (list: readonly unknown[]) => {
  const checked = checkSteps(list);
  return "refusal" in checked ? checked.refusal : undefined;
};
const select = { do: "select", sql: "SELECT 1" };

describe("the form of a pool", () => {
  it("numbers the steps and fills in what a select leaves out", () => {
    expect(checkSteps([select, { do: "dependent", table: "store", name: "dep", ids: "[1, 2]" }])).toEqual({
      steps: [
        { kind: "select", num: 1, do: "select", sql: "SELECT 1", params: {}, big: false, file: false },
        { kind: "dependent", num: 2, do: "dependent", name: "dep", table: "store", ids: [1, 2] },
      ],
    });
  });

  it("leaves a step of another kind to its turn, whatever its fields", () => {
    expect(checkSteps([{ do: "modify", sql: 5, x: 1 }])).toEqual({
      steps: [{ kind: "unknown", num: 1, do: "modify" }],
    });
  });

  it("counts null as not named and an empty name as none", () => {
    expect(checkSteps([{ ...select, name: "", params: null, big: null, output: null }])).toEqual({
      steps: [{ kind: "select", num: 1, do: "select", sql: "SELECT 1", params: {}, big: false, file: false }],
    });
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
    expect(checkSteps([{ ...select, params: '{"ID": 5}' }])).toMatchObject({ steps: [{ params: { ID: 5 } }] });
    expect(refusal([{ ...select, params: '{"ID": ' }])).toMatch(/^Step 1: params takes/);
  });
});
