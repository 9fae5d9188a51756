import { describe, expect, it } from "vitest";
import type { Registry } from "../registry/registry.ts";
import { listTools } from "./list-tools.ts";
import type { Caller } from "./store-state.ts";

const caller: Caller = { id: 1, login: "a", name: "A", groupIds: [], rights: new Set(), ownsAll: true };

describe("the list of tools", () => {
  it.each([
    ["a short description", "Counts goods.", "Counts goods."],
    ["one of sentences", `${"Counts. ".repeat(10)}${"x".repeat(200)}`, `${"Counts. ".repeat(10)}…`],
    ["one of phrases", `${"goods and ".repeat(10)}brands, ${"x".repeat(200)}`, `${"goods and ".repeat(10)}brands …`],
    ["one word", "x".repeat(200), `${"x".repeat(158)} …`],
  ])("shows %s with a mark where it is cut [lst-02]", (_, descr, shown) => {
    const tool = { unit: "A", path: "A", descr, commands: [] };
    const registry: Registry = { tools: [tool], find: () => tool, isGranted: () => true };
    const listed = listTools(registry, caller, undefined);
    expect(listed).toMatchObject({ data: { tools: { rows: [["A", "A", shown, [], []]] } } });
    expect([...shown].length).toBeLessThanOrEqual(160);
  });
});
