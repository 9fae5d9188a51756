import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import {
  blockPerson,
  changeGrants,
  createStore,
  type OpenCore,
  openCore,
  openStore,
  putTool,
  type Store,
} from "@prilavok/engine";
import type { AnswerPart, Envelope } from "@prilavok/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MariadbScratch } from "./mariadb-scratch.ts";

const MODULE = `
  export const CmdIds = async ({ db }) => {
    const ids = [];
    for (let num = 0; num < 20; num++) ids.push(await db.generate("currency"));
    return { result: true, detail: { ids } };
  };
  export const CmdHold = async ({ db, lock, change, params }) => {
    const refusal = await lock("currency");
    if (refusal) return refusal;
    await db.rows("SELECT SLEEP(:S)", { s: params.s });
    await change("currency");
    return { result: true, detail: {} };
  };`;
const command = (name: string) => ({
  name,
  descr: "",
  fields: name === "CmdHold" ? [{ name: "s", type: "float", required: true, default: null, descr: "" }] : [],
  files: null,
});
const tool = (...names: string[]) => ({ path: "Tests -> Tries", descr: "Tries", commands: names.map(command) });

let scratch: MariadbScratch;
let folder: string;
let store: Store;
let first: OpenCore;
let second: OpenCore;
beforeAll(async () => {
  scratch = await MariadbScratch.create();
  folder = join(mkdtempSync(join(tmpdir(), "prilavok-cores-")), "shop");
  const created = await createStore(folder, { db: scratch.url });
  if ("refusal" in created) throw new Error(created.refusal);
  writeFileSync(join(folder, "units/tries.js"), MODULE);
  store = must(await openStore(folder, "write"));
  await putTool(store.db, "TRIES", tool("CmdIds", "CmdHold"));
  first = must(await openCore(folder, () => {}));
  second = must(await openCore(folder, () => {}));
});
afterAll(async () => {
  await Promise.all([first.close(), second.close(), store.db.close()]);
  rmSync(join(folder, ".."), { recursive: true });
  await scratch[Symbol.asyncDispose]();
});
beforeEach(() => scratch.exec("DELETE FROM ms_oper_block"));

function must<Opened extends object>(opened: Opened | { readonly refusal: string }): Opened {
  if ("refusal" in opened) throw new Error(opened.refusal);
  return opened;
}

async function call(core: OpenCore, name: string, args: object = {}, login = "admin", topic = "t"): Promise<Envelope> {
  const request = { command: name, args: args as Record<string, unknown>, app: "test", topic };
  let last: AnswerPart | undefined;
  for await (const part of core.call(request as never, login, new AbortController().signal)) last = part;
  if (last?.kind !== "envelope") throw new Error("an answer without an envelope");
  return last.envelope;
}
const run = (core: OpenCore, name: string, params: object = {}) =>
  call(core, "tool_run", { unit: "TRIES", command: name, params });
const data = ({ envelope }: { envelope: Envelope }) => ("data" in envelope ? envelope.data : { refused: envelope });

describe("two Cores on one database answer as one [cli-21]", () => {
  it("a change of the registry through one is seen by the next call of the other", async () => {
    const names = async (core: OpenCore) =>
      JSON.stringify(data({ envelope: await call(core, "tool_list", { unit: "TRIES" }) })).match(/Cmd\w+/g);
    expect(await names(first)).toEqual(["CmdIds", "CmdHold"]);
    expect(await names(second)).toEqual(["CmdIds", "CmdHold"]);
    await putTool(store.db, "TRIES", tool("CmdIds", "CmdHold", "CmdMore"));
    expect(await names(first)).toEqual(["CmdIds", "CmdHold", "CmdMore"]);
    expect(await names(second)).toEqual(["CmdIds", "CmdHold", "CmdMore"]);
    await putTool(store.db, "TRIES", tool("CmdIds", "CmdHold"));
  });

  it("a person who is blocked is let in by neither", async () => {
    await scratch.exec("INSERT INTO ms_user (id, login, name) VALUES (50, 'olha', 'O')");
    const ok = async (core: OpenCore) => (await call(core, "session_connect", {}, "olha")).ok;
    expect([await ok(first), await ok(second)]).toEqual([true, true]);
    await blockPerson(store.db, "olha", true);
    expect([await ok(first), await ok(second)]).toEqual([false, false]);
  });

  it("a right that is taken holds even where the row that tells of changes is gone", async () => {
    await scratch.exec(
      "INSERT INTO ms_user (id, login, name) VALUES (51, 'ivan', 'I')",
      "DELETE FROM ms_agent_version",
    );
    const select = { pool: [{ do: "select", sql: "SELECT 1 AS x" }] };
    const reads = async (core: OpenCore) => (await call(core, "engine_db_select", select, "ivan")).ok;
    await changeGrants(store.db, "grant", "ivan", ["AGENT_ENGINE_DB_SELECT"]);
    expect([await reads(first), await reads(first), await reads(second)]).toEqual([true, true, true]);
    await changeGrants(store.db, "revoke", "ivan", ["AGENT_ENGINE_DB_SELECT"]);
    expect([await reads(first), await reads(second)]).toEqual([false, false]);
    await scratch.exec("INSERT INTO ms_agent_version (version) VALUES (1)");
  });

  it("ids of a generator are given once", async () => {
    const ends = await Promise.all([first, second, first, second].map((core) => run(core, "CmdIds")));
    const ids = ends.flatMap((envelope) => (data({ envelope }) as { detail: { ids: number[] } }).detail.ids);
    expect(ids).toHaveLength(80);
    expect(new Set(ids).size).toBe(80);
  });

  it("a table in work through one is busy for the other, who sees and does not lift it", async () => {
    const holding = run(first, "CmdHold", { s: 3 });
    await expect.poll(() => scratch.exec("SELECT table_name FROM ms_oper_block")).toHaveLength(1);
    const busy = data({ envelope: await run(second, "CmdHold", { s: 0 }) });
    expect(busy).toMatchObject({
      result: false,
      message: expect.stringMatching(/^The \[currency\] tables are busy: currency by admin/),
    });
    expect(data({ envelope: await call(second, "engine_db_locks") })).toMatchObject({
      locks: { rows: [["currency", "admin", "AGENT_TOOL_RUN", "Execute", expect.any(String)]] },
    });
    expect(data({ envelope: await call(second, "engine_db_unlocks") })).toMatchObject({ released: { rows: [] } });
    expect(data({ envelope: await holding })).toMatchObject({ result: true });
    expect(data({ envelope: await run(second, "CmdHold", { s: 0 }) })).toMatchObject({ result: true });
    expect(await scratch.exec("SELECT version FROM ms_change_mark WHERE table_name = 'currency'")).toEqual([
      { version: 2 },
    ]);
  });

  it("a lock whose connection is gone is lifted through any of them, wherever its process was", async () => {
    await expect.poll(() => scratch.exec("SELECT table_name FROM ms_oper_block")).toEqual([]);
    const holding = run(first, "CmdHold", { s: 3 });
    await expect.poll(() => scratch.exec("SELECT holder FROM ms_oper_block")).toHaveLength(1);
    const [lock] = await scratch.exec("SELECT holder, call_id FROM ms_oper_block");
    const elsewhere = String(lock?.holder).replace(hostname(), "another-computer");
    await scratch.exec(`UPDATE ms_oper_block SET holder = '${elsewhere}'`);
    expect(data({ envelope: await call(second, "engine_db_unlocks") })).toMatchObject({ released: { rows: [] } });
    await holding;
    await scratch.exec(
      `INSERT INTO ms_oper_block (table_name, user_id, from_time, call_id, holder)
       SELECT 'store', id, '2026-11-30 10:00:00', '${lock?.call_id}', '${elsewhere}' FROM ms_user WHERE login = 'admin'`,
    );
    await expect
      .poll(async () => data({ envelope: await call(second, "engine_db_unlocks") }))
      .toMatchObject({ released: { rows: [["store", "2026-11-30 10:00:00"]] } });
  });

  it("the activity log holds the calls of both", async () => {
    const logged = async (topic: string) =>
      Number((await scratch.exec(`SELECT COUNT(*) AS n FROM ms_agent_activity WHERE topic = '${topic}'`))[0]?.n);
    await call(first, "engine_db_locks", {}, "admin", "both");
    await call(second, "engine_db_locks", {}, "admin", "both");
    await expect.poll(() => logged("both")).toBe(2);
  });
});

describe("a server that goes away under a Core", () => {
  it("is said in words, and calls work again when it is back", async () => {
    const ids = await scratch.connections();
    await scratch.onServer(...ids.map((id) => `KILL ${id}`));
    expect((await call(first, "tool_list")).ok).toBe(true);
    await scratch.exec("RENAME TABLE ms_agent_version TO ms_agent_version_gone");
    expect((await call(first, "tool_list")).ok).toBe(false);
    await scratch.exec("RENAME TABLE ms_agent_version_gone TO ms_agent_version");
    expect((await call(first, "tool_list")).ok).toBe(true);
  });
});
