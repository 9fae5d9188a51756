import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { readLines } from "./read-lines.ts";
import { addEchoTool, ECHO_UNIT, echoCommand } from "./stores/echo-tool.ts";

interface ReferenceCase {
  readonly id: string;
  readonly what: string;
  readonly steps: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expect?: unknown;
  readonly error?: string;
}

const cases = readLines<ReferenceCase>("cases/references.jsonl");

describe.each(cells)("references, $name", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell, {}, async (store) => {
      await addEchoTool(store, ["json"]);
      await store.addTool("contract_give", GIVE_MODULE, GIVE_REGISTRY);
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it.each(cases)("$id: $what", async ({ steps, params, error, ...expected }) => {
    const given = Object.entries(steps).map(([name, detail]) => ({
      name,
      unit: "CONTRACT_GIVE",
      command: "CmdGive",
      params: { detail },
    }));
    const last = { unit: ECHO_UNIT, command: echoCommand("json"), params: { x: params } };
    const { data, isError } = await opened.call("tool_pool", { pool: [...given, last] });
    const step = ((data?.steps ?? []) as Record<string, unknown>[]).at(-1) ?? {};
    expect(step.num).toBe(given.length + 1);
    expect({ isError, result: data?.result }).toEqual({ isError: error !== undefined, result: error === undefined });
    if (error === undefined) expect((step.detail as { x: unknown }).x).toEqual(expected.expect);
    else
      expect(step).toEqual({
        num: step.num,
        name: "",
        unit: ECHO_UNIT,
        command: echoCommand("json"),
        result: false,
        message: error,
      });
  });
});

const GIVE_MODULE =
  "export const CmdGive = async ({ params }) => ({ result: true, message: 'given', detail: params.detail });";

const GIVE_REGISTRY = {
  path: "Contract -> Give",
  descr: "Answers the detail it is given",
  commands: [
    {
      name: "CmdGive",
      descr: "Answers the detail it is given",
      params: [{ name: "detail", type: "json", required: true, descr: "What detail holds" }],
      files: null,
    },
  ],
};
