import { describe, expect, it } from "vitest";
import { checkParameters, type Parameters } from "./check-parameters.ts";

const parameters: Parameters = {
  unit: { schema: { type: "string", description: "" } },
  params: { schema: { type: "object", description: "" }, wrongKind: "params is an object of fields" },
  pool: { schema: { type: "array", description: "" } },
  debug: { schema: { type: "boolean", description: "" } },
};
const check = (args: Record<string, unknown>) => checkParameters("tool", parameters, args);

describe("the parameters of a tool", () => {
  it("counts null as not named", () => {
    expect(check({ unit: null, pool: null })).toEqual({ values: {} });
  });

  it("refuses an unknown parameter by name, with the known ones", () => {
    expect(check({ parms: {} })).toEqual({
      refusal: "tool has no parameter [parms]. It takes: unit, params, pool, debug.",
    });
    expect(check(JSON.parse('{"__proto__": 1}') as Record<string, unknown>)).toHaveProperty("refusal");
  });

  it("takes a list or an object that arrives as JSON text, and leaves a text a text", () => {
    expect(check({ params: '{"a": [1]}', pool: "[1]", unit: '{"a": 1}' })).toEqual({
      values: { params: { a: [1] }, pool: [1], unit: '{"a": 1}' },
    });
  });

  it.each([
    [{ params: "[1]" }, "params is an object of fields"],
    [{ params: "{broken" }, "params is an object of fields"],
    [{ pool: "{}" }, "pool takes a list, and [{}] is not one."],
    [{ pool: 5 }, "pool takes a list, and [5] is not one."],
    [{ unit: 5 }, "unit takes a text, and [5] is not one."],
    [{ debug: "maybe" }, "debug takes true or false, and [maybe] is not one."],
  ])("refuses %j in words", (args, refusal) => {
    expect(check(args)).toEqual({ refusal });
  });

  it("refuses a value of the wrong kind in words, however deep it is", () => {
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    expect(check({ unit: deep })).toEqual({ refusal: `unit takes a text, and [${"[".repeat(60)}…] is not one.` });
  });
});
