import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addPerson,
  createStore,
  type LoggedCall,
  type OpenCore,
  openCore,
  openStore,
  putTool,
  readActivity,
} from "@prilavok/engine";
import type { AnswerPart, Envelope } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const MODULE = `
export const CmdEcho = async ({ params }: { params: Record<string, unknown> }) =>
  ({ result: true, message: "m".repeat(600), tables: { rows: [{ a: 1 }, { a: 2 }] } });
export const CmdNo = async () => ({ result: false, message: "Not today." });

export const CmdBreak = async () => {
  const price: { sum?: { value: number } } = {};
  return price.sum!.value;
};
export const CmdWait = () => new Promise(() => undefined);
`;

let home: string;
let folder: string;
let core: OpenCore;
const logged: string[] = [];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "activity-log-"));
  folder = join(home, "shop");
  await createStore(folder);
  writeFileSync(join(folder, "units/probe.ts"), MODULE);
  const store = await openStore(folder, "write");
  if ("refusal" in store) throw new Error(store.refusal);
  const field = { name: "name", type: "str", required: false, default: "", descr: "" };
  const commands = ["CmdEcho", "CmdNo", "CmdBreak", "CmdWait"].map((name) => ({
    name,
    descr: "",
    fields: [field],
    files: null,
  }));
  await putTool(store.db, "PROBE", { path: "Probe", descr: "", commands });
  await addPerson(store.db, { login: "olga", name: "Olga" });
  await store.db.close();
  logged.length = 0;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function open(): Promise<void> {
  const opened = await openCore(folder, (line) => logged.push(line));
  if ("refusal" in opened) throw new Error(opened.refusal);
  core = opened;
}

async function call(command: string, args: Record<string, unknown> = {}, login = "admin"): Promise<Envelope> {
  const parts: AnswerPart[] = [];
  const signal = AbortSignal.timeout(20_000);
  for await (const part of core.call({ command, args, app: "codex", topic: "prices" }, login, signal)) parts.push(part);
  const last = parts.at(-1);
  if (last?.kind !== "envelope") throw new Error("no envelope");
  expect(Object.keys(last)).not.toContain("trace");
  return last.envelope;
}

const run = (command: string, params: Record<string, unknown> = {}, login = "admin") =>
  call("tool_run", { unit: "probe", command, params }, login);

async function readLog(login?: string): Promise<LoggedCall[]> {
  const store = await openStore(folder, "read");
  if ("refusal" in store) throw new Error(store.refusal);
  try {
    return await readActivity(store, { since: "2000-01-01 00:00:00", login, limit: 1000 });
  } finally {
    await store.db.close();
  }
}

describe("the activity log", () => {
  test("has a row for every call that reached Core, with its person, application and topic, with names of fields and without values [acc-02, acc-10]", async () => {
    await open();
    await run("cmdecho", { name: "Secret Person" });
    await run("CmdNo");
    await run("CmdEcho", { name: "Secret Person", phone: "+380" });
    await call("tool_run", { unit: "nope", command: "x", params: {} });
    await run("CmdEcho", {}, "olga");
    await call("tool_list");
    await call("engine_db_select", {
      pool: [
        { do: "select", sql: "SELECT 'Secret Person' AS a" },
        { do: "select", sql: "SELEC" },
      ],
    });
    await core.close();
    const log = await readLog();
    expect(
      log.map(({ login, tool, unit, command, result, fields, rows }) => [
        login,
        tool,
        unit,
        command,
        result,
        fields,
        rows,
      ]),
    ).toEqual([
      ["admin", "tool_run", "PROBE", "CmdEcho", "ok", "name", 2],
      ["admin", "tool_run", "PROBE", "CmdNo", "refused", "", 0],
      ["admin", "tool_run", "PROBE", "CmdEcho", "refused", "name, phone", 0],
      ["admin", "tool_run", "NOPE", "x", "refused", "", 0],
      ["olga", "tool_run", "PROBE", "CmdEcho", "refused", "", 0],
      ["admin", "tool_list", "", "", "ok", "", 0],
      ["admin", "engine_db_select", "", "", "refused", "select, select", 1],
    ]);
    expect(log[0]).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      app: "codex",
      topic: "prices",
      message: "m".repeat(500),
      bytes: 16,
      trace: "",
    });
    expect(log[6]?.message).toContain("SELEC");
    expect(JSON.stringify(log)).not.toContain("Secret Person");
    expect(await readLog("olga")).toHaveLength(1);
  });

  test("keeps what a module threw, by the lines of its source, and the caller sees none of it [acc-09]", async () => {
    await open();
    const end = await run("CmdBreak");
    expect(JSON.stringify(end)).not.toContain("probe.ts");
    await core.close();
    const [entry] = await readLog();
    expect(entry).toMatchObject({ result: "failed", message: expect.stringMatching(/^PROBE\\CmdBreak failed: /) });
    expect(entry?.trace).toMatch(/TypeError: .*\n.*units\/probe\.ts:8:\d+/s);
  });

  test("has a row for a call whose caller left", async () => {
    await open();
    const leave = new AbortController();
    const answer = core.call(
      { command: "tool_run", args: { unit: "probe", command: "CmdWait" }, app: "codex", topic: "t" },
      "admin",
      leave.signal,
    );
    const first = answer.next();
    setTimeout(() => leave.abort(), 200);
    await first;
    await answer.return();
    await core.close();
    expect(await readLog()).toMatchObject([{ tool: "tool_run", unit: "PROBE", command: "CmdWait" }]);
  });

  test("loses its rows and no call where its file cannot be written [acc-03]", async () => {
    writeFileSync(join(folder, "activity"), "not a folder");
    await open();
    for (let time = 0; time < 3; time += 1) expect(await run("CmdEcho")).toMatchObject({ ok: true });
    await core.close();
    expect(logged.join("\n")).toMatch(/the activity log cannot be written, rows lost so far: 3/);
  });

  test("is written while another program's long write holds the store's database [acc-12]", async () => {
    await open();
    await call("session_connect");
    const writer = new Sqlite(join(folder, "store.sqlite"));
    writer.exec("BEGIN IMMEDIATE");
    await call("tool_list");
    await core.close();
    writer.exec("ROLLBACK");
    writer.close();
    expect(await readLog()).toHaveLength(2);
  });

  test("keeps as many days as the store says [acc-11]", async () => {
    await open();
    await call("tool_list");
    await core.close();
    writeFileSync(join(folder, "activity/2020-01.jsonl"), "{}");
    await open();
    await call("tool_list");
    await core.close();
    expect(await readLog()).toHaveLength(2);
    expect(readdirSync(join(folder, "activity"))).toEqual([expect.stringMatching(/^20[2-9]\d-\d\d\.jsonl$/)]);
  });

  test("reads on behind a line that was cut, and is appended to by several processes at once", async () => {
    await open();
    await call("tool_list");
    await core.close();
    const [file = ""] = readdirSync(join(folder, "activity"));
    appendFileSync(join(folder, "activity", file), '{"time":"2999-01-01 00:00:00","tool":"cu');
    const cores = await Promise.all(Array.from({ length: 3 }, () => openCore(folder, () => undefined)));
    for (const each of cores) {
      if ("refusal" in each) throw new Error(each.refusal);
      core = each;
      await Promise.all(Array.from({ length: 20 }, () => call("tool_list")));
    }
    await Promise.all(cores.map(async (each) => ("refusal" in each ? undefined : each.close())));
    expect(await readLog()).toHaveLength(61);
  });
});
