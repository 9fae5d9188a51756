import { expect, it } from "vitest";
import { findDifferences } from "./match-expected.ts";

it("an object may hold more than is expected, a list may not", () => {
  expect(findDifferences({ a: 1 }, { a: 1, b: 2 })).toEqual([]);
  expect(findDifferences([1], [1, 2])).toHaveLength(1);
  expect(findDifferences([], {})).toHaveLength(1);
});

it("a value is compared with its type, and what is missing is said", () => {
  expect(findDifferences({ id: 1 }, { id: "1" })).toEqual(['answer.id: "1" instead of 1']);
  expect(findDifferences({ a: { b: null } }, { a: {} })).toEqual(["answer.a.b is missing"]);
  expect(findDifferences({ a: 1 }, null)).toHaveLength(1);
});

it("a text between slashes is a pattern", () => {
  expect(findDifferences({ file: "/tables.+jsonl$/" }, { file: "x/tables/a.jsonl" })).toEqual([]);
  expect(findDifferences("/^a$/", "ab")).toHaveLength(1);
  expect(findDifferences("/^1$/", 1)).toHaveLength(1);
});
