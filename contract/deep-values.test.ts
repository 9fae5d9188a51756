import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { RawServer } from "./raw-server.ts";
import { FreshStore } from "./stores/fresh-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const file = { file: "a.jpg", entity: "brand", elem_id: 1 };
const command = { unit: "CONTRACT_PROBE", command: "CmdTake" };

/** Arguments that hold a value in every place a host can put one. */
const places: [where: string, tool: string, args: (deep: unknown) => Record<string, unknown>][] = [
  ["a field", "tool_run", (deep) => ({ ...command, params: { text: deep } })],
  ["a further key of an attachment", "tool_run", (deep) => ({ ...command, files: [{ ...file, zz: deep }] })],
  [
    "a list of attachments as text",
    "tool_run",
    (deep) => ({ ...command, files: JSON.stringify([{ ...file, zz: deep }]) }),
  ],
  ["an attachment as text", "tool_run", (deep) => ({ ...command, files: [JSON.stringify({ ...file, zz: deep })] })],
  [
    "a step's field",
    "tool_pool",
    (deep) => ({
      pool: [
        { unit: "X", command: "Y" },
        { ...command, params: { text: deep } },
      ],
    }),
  ],
  [
    "a step's params as text",
    "tool_pool",
    (deep) => ({ pool: [{ ...command, params: JSON.stringify({ text: deep }) }] }),
  ],
  [
    "a value of a select",
    "engine_db_select",
    (deep) => ({ pool: [{ do: "select", sql: "SELECT :A", params: { a: deep } }] }),
  ],
  ["a row", "engine_db_execute", (deep) => ({ pool: [{ do: "insert", table: "brand", rows: [{ name: deep }] }] })],
  [
    "rows as text",
    "engine_db_execute",
    (deep) => ({ pool: [{ do: "insert", table: "brand", rows: JSON.stringify(deep) }] }),
  ],
  ["an entry to add", "engine_files_add", (deep) => ({ files: [{ ...file, zz: deep }] })],
  ["an entry to load", "engine_files_load", (deep) => ({ files: [{ entity: "brand", id: deep }] })],
  ["an entry to remove", "engine_files_remove", (deep) => ({ files: [{ entity: "brand", id: 1, zz: deep }] })],
  ["a text", "tool_list", (deep) => ({ unit: deep })],
  ["a list of texts", "engine_db_unlocks", (deep) => ({ tables: [deep] })],
  ["a topic", "session_clear", (deep) => ({ topics: [deep] })],
];

/** Deeper than the SDK's client, and most programs, can write. */
it("that no client of ours could send is refused in words over stdio", async () => {
  using store = await FreshStore.create();
  await using server = new RawServer(store.folder);
  await server.initialize();
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const params = `{"name":"tool_run","arguments":{"unit":"A","command":"B","files":[{"zz":${deep}}]}}`;
  server.child.stdin.write(`{"jsonrpc":"2.0","id":77,"method":"tools/call","params":${params}}\n`);
  await server.child.waitFor(/"id":77[,}]/);
  expect(server.child.printed("stdout")).toContain("files nests deeper than 2000 levels");
});

describe.each(cells.filter(({ engine }) => engine === "sqlite"))("a value nested deep, $name", (cell) => {
  let opened: OpenedStore;
  const write = (name: string, text: string): void => writeFileSync(join(opened.agentFolder, name), text);
  beforeAll(async () => {
    opened = await OpenedStore.create(cell, {}, addProbe);
    write("a.jpg", "a");
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it.each(places)("in %s is refused in words by %s, or carried out", async (_where, tool, args) => {
    for (const levels of [990, 1500, 1990, 2600]) {
      const { text, data } = await opened.call(tool, args(nested(levels)));
      expect(`${text} ${JSON.stringify(data)}`).not.toMatch(/incident|Maximum call stack|RangeError/);
    }
  });

  it("in a source file is refused in words before the first step", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    write("deep.json", `{"text": ${deep}}`);
    write("steps.json", `[{"unit": "X", "command": "Y", "params": {"text": ${deep}}}]`);
    const run = await opened.call("tool_run", { ...command, params_source: "deep.json" });
    expect(run).toEqual({ isError: true, text: expect.stringMatching(/^deep\.json nests deeper than 2000 levels/) });
    const pool = await opened.call("tool_pool", { pool_source: "steps.json" });
    expect(pool).toEqual({ isError: true, text: expect.stringMatching(/^steps\.json nests deeper than 2000 levels/) });
  });

  it("in a step of a pool is refused before the first step", async () => {
    const steps = [
      { do: "select", sql: "SELECT 1" },
      { do: "select", sql: "SELECT :A", params: { a: nested(1500) } },
    ];
    for (const tool of ["engine_db_select", "engine_db_execute"]) {
      const { text } = await opened.call(tool, { pool: steps });
      expect(text).toBe("Step 2 nests deeper than 1000 levels: make it flatter. Nothing was carried out.");
    }
    const pool = [
      { unit: "CONTRACT_PROBE", command: "CmdBare" },
      { ...command, params: { text: nested(1500) } },
    ];
    const { text } = await opened.call("tool_pool", { pool });
    expect(text).toBe("Step 2 nests deeper than 1000 levels: make it flatter. Nothing was carried out.");
  });
});
