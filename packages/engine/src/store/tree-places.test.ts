import { expect, test } from "vitest";
import { treePlaces } from "./tree-places.ts";

test("a tree's rows get their depth and their place in preorder", () => {
  const nodes = [
    { id: 5, tindex: 0 },
    { id: 2, tindex: 5 },
    { id: 9, tindex: 0 },
    { id: 3, tindex: 2 },
    { id: 4, tindex: 5 },
  ];
  expect(treePlaces(nodes, 0)).toEqual([
    { id: 5, tlevel: 0, absindex: 1 },
    { id: 2, tlevel: 1, absindex: 2 },
    { id: 3, tlevel: 2, absindex: 3 },
    { id: 4, tlevel: 1, absindex: 4 },
    { id: 9, tlevel: 0, absindex: 5 },
  ]);
});

test("a deep chain is placed without a deep stack", () => {
  const nodes = Array.from({ length: 50_000 }, (_, at) => ({ id: at + 1, tindex: at }));
  expect(treePlaces(nodes, 0).at(-1)).toEqual({ id: 50_000, tlevel: 49_999, absindex: 50_000 });
});
