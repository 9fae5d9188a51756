import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveReferences, type StepLoan, type StepLoans, stepsReferredTo } from "./resolve-references.ts";

const rows = JSON.parse('[{"id":"1","name":"Root","__proto__":"own"},{"id":"2","name":null,"":"x"}]') as unknown[];
const loans: StepLoans = new Map<string, StepLoan>([
  ["goods", { answer: { num: 1, do: "select", rows: 2 }, rows: () => rows }],
  ["heavy", { answer: { num: 2, do: "select", rows: 9000 }, rows: "heavy" }],
  ["dep", { answer: { num: 3, do: "dependent", depend: [{ table: "user_task" }], count: { user_task: 3 } } }],
  ["new", { value: "77", answer: { num: 4, do: "generate", value: "77" } }],
  ["товар", { answer: { num: 5, rows: 1 }, rows: () => [{ ид: "7", list: ["a", "b"] }] }],
]);
const resolved = (value: unknown) => {
  const result = resolveReferences(value, loans);
  if ("refusal" in result) throw new Error(result.refusal);
  return result.value;
};
const refusal = (value: unknown) => {
  const result = resolveReferences(value, loans);
  return "refusal" in result ? result.refusal : undefined;
};

describe("a reference", () => {
  it.each([
    ["@goods.0.id", "1"],
    ["@GOODS.1.name", null],
    ["@goods.*.id", ["1", "2"]],
    ["@goods.data.1.id", "2"],
    ["@goods.rows", 2],
    ["@heavy.rows", 9000],
    ["@dep.count.user_task", 3],
    ["@dep.depend.*.table", ["user_task"]],
    ["@new", "77"],
    ["@Товар.0.ид", "7"],
    ["@товар.0.list.1", "b"],
    ["@goods.1.", "x"],
    ["@goods.0.__proto__", "own"],
  ])("%s brings what the step lends", (reference, value) => {
    expect(resolved(reference)).toEqual(value);
  });

  it("stands in a list beside plain values", () => {
    expect(resolved(["@goods.0.id", 5, null])).toEqual(["1", 5, null]);
  });

  it.each(["a@b.example", "@ home", "@", "", "id @goods.0.id", "@a b", "@,x", 5, null, true])("is not %j", (value) => {
    expect(resolved(value)).toBe(value);
  });

  it("is escaped by a second @, which goes away", () => {
    expect(resolved("@@goods.0.id")).toBe("@goods.0.id");
    expect(resolved("@@nobody")).toBe("@nobody");
    expect(resolved("@@@x")).toBe("@@x");
  });

  it("to a step that is not before is refused with the way out", () => {
    expect(refusal("@john.doe")).toBe("No step named john before this one (@@john is the text @john itself)");
    expect(refusal(["@goods.0.id", "@constructor"])).toMatch(/^No step named constructor before this one/);
  });

  it.each([
    "@goods",
    "@dep",
    "@goods.2.id",
    "@goods.00.id",
    "@goods.0.price",
    "@goods.length",
    "@goods.0.constructor",
    "@goods.data.map",
    "@goods.0.id.length",
    "@dep.__proto__",
    "@goods.",
    "@new.0",
  ])("%s that leads nowhere is refused", (reference) => {
    expect(refusal(reference)).toContain(`${reference} names nothing in the answer of that step: `);
  });

  it.each(["@heavy.0.id", "@heavy.*.id", "@heavy.data"])("%s into heavy rows says why", (reference) => {
    expect(refusal(reference)).toMatch(/^@heavy\.\S+ names nothing in the answer of that step: its rows are heavy/);
  });

  it("is not resolved again in what it brings", () => {
    const nested: StepLoans = new Map([["a", { answer: {}, rows: () => [{ v: "@b.0.v" }] }]]);
    expect(resolveReferences("@a.0.v", nested)).toEqual({ value: "@b.0.v" });
  });

  it("quotes a long text cut", () => {
    expect(refusal(`@${"x".repeat(5000)}`)?.length).toBeLessThan(500);
  });
});

describe("any text", () => {
  it("goes as it is when its leading @ is doubled", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.string().map((text) => `@${text}`),
        ),
        (text) => {
          expect(resolved(text.startsWith("@") ? `@${text}` : text)).toBe(text);
        },
      ),
    );
  });

  it("never throws and reaches own values only", () => {
    const path = fc.array(
      fc.oneof(fc.constantFrom("0", "*", "id", "data", "rows", "__proto__", "length"), fc.string()),
    );
    fc.assert(
      fc.property(fc.constantFrom("goods", "dep", "heavy", "new"), path, (name, keys) => {
        const result = resolveReferences([`@${name}`, ...keys].join("."), loans);
        expect("refusal" in result || typeof result.value !== "function").toBe(true);
      }),
    );
  });
});

describe("what a step's values reach into", () => {
  it("names the steps whose answers are needed", () => {
    expect(stepsReferredTo(["@Goods.*.id", "@new", "@@dep.x", 5])).toEqual(["goods"]);
    expect(stepsReferredTo("@dep.count")).toEqual(["dep"]);
  });
});
