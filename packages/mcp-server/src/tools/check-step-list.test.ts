import { describe, expect, it } from "vitest";
import { checkStepList } from "./check-step-list.ts";

const step = { unit: "T", command: "C" };

describe("the first check of a pool", () => {
  it.each([
    [[step, 5], "Step 2 is not an object"],
    [[[1]], "Step 1 is not an object"],
    [[{ unit: "T" }], "Step 1 needs unit and command"],
    [[{ ...step, unit: "" }], "Step 1 needs unit and command"],
    [[{ ...step, unit: 5 }], "Step 1 needs unit and command"],
    [[{ ...step, command: null }], "Step 1 needs unit and command"],
    [[{ ...step, files: [] }], "Step 1 carries files"],
    [[{ ...step, files_source: "a.json" }], "Step 1 carries files"],
    [[{ ...step, name: "a.b" }], "The name of step 1 carries a dot"],
    [
      [
        { ...step, name: "Ціна" },
        { ...step, name: "ЦІНА" },
      ],
      "Two steps are named [ЦІНА]",
    ],
    [[{ ...step, parms: {} }], "Step 1 has an unknown field [parms]"],
    [[{ ...step, params: [1] }], "Step 1: params takes an object of fields"],
    [[{ ...step, name: 5 }], "The name of step 1 is not a text"],
    [
      [step, { ...step, params: { a: JSON.parse("[".repeat(1001) + "]".repeat(1001)) } }],
      "Step 2 nests deeper than 1000",
    ],
  ])("refuses %j in words", (list, text) => {
    const checked = checkStepList(list);
    expect("refusal" in checked && checked.refusal).toContain(text);
  });

  it("counts null as not named and takes fields that came as JSON text", () => {
    const checked = checkStepList([{ ...step, files: null, name: null, params: '{"a": 1}', debug: "true" }]);
    expect(checked).toEqual({ steps: [{ name: "", values: { ...step, params: { a: 1 }, debug: true } }] });
  });

  it("lets several steps go without a name", () => {
    expect(checkStepList([step, step])).toHaveProperty("steps.length", 2);
  });
});
