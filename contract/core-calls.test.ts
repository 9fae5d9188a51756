import { relative } from "node:path";
import { openCore } from "@prilavok/engine";
import type { AnswerPart, CoreCall, Envelope } from "@prilavok/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openInProcess } from "./doors/in-process.ts";
import { OpenedStore } from "./opened-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

/** What the MCP server says to Core, word for word, and what Core says to a call that no MCP server would send. */
const calls: CoreCall[] = [];
let opened: OpenedStore;
beforeAll(async () => {
  const open = (folder: string) => openInProcess(folder, (call) => calls.push(call));
  opened = await OpenedStore.create({ name: "in process, SQLite", engine: "sqlite", open }, {}, addProbe);
});
afterAll(() => opened[Symbol.asyncDispose]());

it("Core gets the fields of a call, and neither into nor a path of this computer [ovr-02]", async () => {
  opened.store.write("fields.json", '{"text": "from a file"}');
  calls.length = 0;
  await opened.ask("tool_run", {
    unit: "CONTRACT_PROBE",
    command: "CmdEcho",
    params_source: "fields.json",
    into: "job",
    debug: true,
  });
  expect(calls).toEqual([
    {
      command: "tool_run",
      args: { unit: "CONTRACT_PROBE", command: "CmdEcho", params: { text: "from a file" }, debug: true },
      app: "contract",
      topic: "t",
    },
  ]);
  opened.store.write("steps.json", '[{"do": "select", "sql": "SELECT 1 AS a", "output": "out/a.jsonl"}]');
  calls.length = 0;
  await opened.ask("engine_db_select", { pool_source: "steps.json" });
  const sent = JSON.stringify(calls);
  expect(sent).toContain("SELECT 1 AS a");
  expect(sent).not.toContain("steps.json");
  expect(sent).not.toContain("a.jsonl");
});

it("a pool of commands reaches Core as its steps, one by one [pol-01]", async () => {
  calls.length = 0;
  const step = { unit: "CONTRACT_PROBE", command: "CmdBare" };
  await opened.ask("tool_pool", { pool: [step, step] });
  expect(calls.map(({ command }) => command)).toEqual(["tool_run", "tool_run"]);
});

it("a command without attachments refuses files, and one that needs them is not started without [chk-05, chk-06]", async () => {
  const files = [{ part: "data_1", entity: "store", elem_id: 1 }];
  expect(await core({ unit: "CONTRACT_PROBE", command: "CmdEcho", files })).toMatchObject({
    ok: true,
    data: { result: false, message: expect.stringMatching(/^The command \[CmdEcho\] takes no files/) },
  });
  expect(await core({ unit: "CONTRACT_PROBE", command: "CmdTake", files: [] })).toMatchObject({
    ok: true,
    data: { result: false, message: expect.stringMatching(/^The command \[CmdTake\] carries the files themselves - /) },
  });
});

it("a refusal before the module has no time of a module [chk-10]", async () => {
  const envelope = await core({ unit: "CONTRACT_PROBE", command: "CmdNope" });
  expect(envelope).toMatchObject({ ok: true, data: { result: false, detail: {}, tables: {}, files: [] } });
  expect(envelope).not.toHaveProperty("unit_ms");
});

it("a person who is not there is refused bare [acc-01]", async () => {
  expect(await core({ unit: "CONTRACT_PROBE", command: "CmdEcho" }, "nobody")).toMatchObject({
    ok: false,
    error: "ACCESS_DENIED",
  });
});

it("a person who is not there hears why when a session is opened, and what to do [ses-13]", async () => {
  const envelope = await core({}, "nobody", opened.store.folder, "session_connect");
  expect(envelope).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^ACCESS_DENIED: .* nobody, .*`prilavok doctor`/),
  });
});

it("a store is served by a relative path too: its modules work in a folder of their own", async () => {
  const folder = relative(process.cwd(), opened.store.folder);
  expect(await core({ unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" }, "admin", folder)).toMatchObject({
    ok: true,
    data: { result: true },
  });
});

it.each([
  ["tool_list", { unit: 5 }, "unit takes a text, and [5] is not one."],
  ["tool_list", { unit: ["A"] }, 'unit takes a text, and [["A"]] is not one.'],
  ["engine_db_tables", { name: false }, "name takes a text, and [false] is not one."],
  ["engine_db_unlocks", { tables: "brand" }, "tables takes a list, and [brand] is not one."],
  ["calls", { stop: 7 }, "stop takes a text, and [7] is not one."],
  ["tool_run", { unit: "A", command: "B", params: [1] }, /^params is an object of fields/],
  ["tool_run", { unit: "A", command: "B", debug: "yes" }, "debug takes true or false, and [yes] is not one."],
])("%s with an argument of another kind is refused in words: %j", async (command, args, error) => {
  const envelope = await core(args, "admin", opened.store.folder, command);
  expect(envelope).toMatchObject({
    ok: false,
    error: typeof error === "string" ? error : expect.stringMatching(error),
  });
});

/** Calls Core as a carrier does and gives the envelope. */
async function core(
  args: Record<string, unknown>,
  login = "admin",
  folder = opened.store.folder,
  command = "tool_run",
): Promise<Envelope | undefined> {
  const opening = await openCore(folder, () => undefined);
  if ("refusal" in opening) throw new Error(opening.refusal);
  const call = { command, args, app: "contract", topic: "t" };
  let last: AnswerPart | undefined;
  for await (const part of opening.call(call, login, new AbortController().signal)) last = part;
  await opening.close();
  return last?.kind === "envelope" ? last.envelope : undefined;
}
