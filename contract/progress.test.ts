import type { Client } from "@modelcontextprotocol/client";
import { snapshotSqlite } from "@prilavok/faults";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectClient } from "./doors/mcp-client.ts";
import { FreshStore } from "./stores/fresh-store.ts";

let store: FreshStore;
let client: Client;
beforeEach(async () => {
  store = await FreshStore.create();
  await store.addTool("contract_wait", WAIT_MODULE, WAIT_REGISTRY);
  client = await connectClient(["--store", store.folder, "--topic", "t"]);
});
afterEach(async () => {
  await client.close();
  store[Symbol.dispose]();
});

const add = (name: string) => ({ unit: "MELBIS_AGENT_CURRENCY", command: "CmdAdd", params: { name } });
const wait = { unit: "CONTRACT_WAIT", command: "CmdWait" };

it("a pool tells its steps as it goes to a client that asked for it [pol-23]", async () => {
  const told: unknown[] = [];
  await client.callTool(
    { name: "tool_pool", arguments: { pool: [add("one"), add("two"), wait] } },
    { onprogress: ({ progress, total }) => told.push([progress, total]) },
  );
  expect(told).toEqual(
    expect.arrayContaining([
      [1, 3],
      [2, 3],
    ]),
  );
});

it("a cancelled pool stops before its next step, and the signal reaches the module [pol-24, mod-11]", async () => {
  const cancel = new AbortController();
  const pool = [add("before"), wait, wait, wait, wait, add("after")];
  const called = client.callTool(
    { name: "tool_pool", arguments: { pool } },
    { signal: cancel.signal, onprogress: ({ progress }) => progress === 1 && cancel.abort() },
  );
  await expect(called).rejects.toThrow();
  const { structuredContent } = await client.callTool({ name: "tool_run", arguments: wait });
  expect(structuredContent).toMatchObject({ result: true });
  const added = snapshotSqlite(store.databaseFile).get("ms_currency")?.slice(1) ?? [];
  expect(added.filter((line) => line.includes("before"))).toHaveLength(1);
  expect(added.filter((line) => line.includes("after"))).toEqual([]);
});

const WAIT_MODULE = `
import { setTimeout } from "node:timers/promises";
export const CmdWait = async ({ signal }) => {
  await setTimeout(500, undefined, { signal });
  return { result: true, message: "waited" };
};
`;

const WAIT_REGISTRY = {
  path: "Contract -> Wait",
  descr: "Waits",
  commands: [{ name: "CmdWait", descr: "Waits half a second", params: [], files: null }],
};
