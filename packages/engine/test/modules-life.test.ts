import { chmodSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Child, compareSqlite, findLeftovers, killAt, snapshotSqlite, waitForNoLeftovers } from "@prilavok/faults";
import { describe, expect, test } from "vitest";
import { ModuleStore, type RunCall } from "./module-store.ts";

const WORK = "await new Promise((resolve) => setTimeout(resolve, 400));";
const PID = "return { result: true, detail: { pid: process.pid } };";
const ENDLESS_SQL = `await c.db.rows("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n");`;

describe("calls at once", () => {
  test("work side by side, each in an isolate of its own", async () => {
    await using store = await ModuleStore.open();
    const calls = await Promise.all([1, 2].map(() => store.runBody(WORK + PID)));
    expect(new Set(calls.map(({ answer }) => JSON.stringify(answer?.detail))).size).toBe(2);
  });

  test("wait in turn where all isolates are busy, and give up when they are cancelled", async () => {
    await using store = await ModuleStore.open({ isolates: 1 });
    const order: number[] = [];
    const inTurn = [1, 2, 3].map(async (num) => {
      const { answer } = await store.runBody(WORK + PID);
      order.push(num);
      return answer?.detail;
    });
    const waiting = new AbortController();
    const cancelled = store.runBody(PID, { signal: waiting.signal });
    waiting.abort();
    expect((await cancelled).crash).toBe("BODY\\CmdDo failed: the call was cancelled");
    const pids = await Promise.all(inTurn);
    expect(order).toEqual([1, 2, 3]);
    expect(new Set(pids.map((pid) => JSON.stringify(pid))).size).toBe(1);
  });

  test("go to another isolate where the warm one has died in the meantime", async () => {
    await using store = await ModuleStore.open();
    const { answer } = await store.runBody(PID);
    process.kill(Number(Object(answer?.detail).pid), "SIGKILL");
    expect((await store.runBody(PID)).answer).toMatchObject({ result: true });
  });

  test("of more modules than there are isolates push the longest idle one out", async () => {
    await using store = await ModuleStore.open({ isolates: 2 });
    const names = ["one", "two", "three"];
    for (const name of names) {
      store.write(`${name}.ts`, `export const CmdDo = () => ({ result: true, message: "${name}" });`);
    }
    for (const name of [...names, ...names]) {
      expect((await store.run(name.toUpperCase(), "CmdDo")).answer).toMatchObject({ message: name });
    }
  });
});

test("a call works in the store's folder, wherever the one before has gone", async () => {
  await using store = await ModuleStore.open();
  const CWD = "return { result: true, message: process.cwd() };";
  expect((await store.runBody(`process.chdir("/"); ${CWD}`)).answer).toMatchObject({ message: "/" });
  expect((await store.runBody(CWD)).answer).toMatchObject({ message: realpathSync(store.folder) });
});

describe("a cancelled call", () => {
  test("aborts the signal, and what the command answers then still counts [mod-11]", async () => {
    await using store = await ModuleStore.open();
    await store.runBody(PID);
    const body = `const aborted = new Promise((resolve) => c.signal.addEventListener("abort", resolve));
      console.log("at work");
      await aborted;
      return { result: true, message: "stopped in time" };`;
    expect((await cancelAtWork(store, body)).answer).toMatchObject({ message: "stopped in time" });
  });

  test.each([
    ["a loop", "for (;;);"],
    ["a statement", ENDLESS_SQL],
    ["a wait", "await new Promise(() => {});"],
  ])("that goes on in %s is stopped after a second", async (_, body) => {
    await using store = await ModuleStore.open();
    await store.runBody(PID);
    const { crash } = await cancelAtWork(store, `console.log("at work"); ${body}`);
    expect(crash).toBe("BODY\\CmdDo failed: the call was cancelled");
    expect((await store.runBody(PID)).answer).toMatchObject({ result: true });
  });

  test("whose reader has gone away ends its isolate and gives its locks back", async () => {
    await using store = await ModuleStore.open();
    const body = `await c.lock("currency");
      return { result: true, tables: { t: (function* () { for (;;) yield { text: "x".repeat(1000) }; })() } };`;
    await store.runBody(body, { partsRead: 5 });
    expect(store.query("SELECT * FROM ms_oper_block")).toEqual([]);
  });
});

/** Cancels a call once its command has printed `at work`. */
async function cancelAtWork(store: ModuleStore, body: string): Promise<RunCall> {
  const cancel = new AbortController();
  const call = store.runBody(body, { signal: cancel.signal });
  await expect.poll(() => store.log.some((line) => line.endsWith("at work")), { timeout: 10_000 }).toBe(true);
  cancel.abort();
  return await call;
}

describe("the end of Core", () => {
  test.each([
    ["a loop", "for (;;);"],
    ["a statement", ENDLESS_SQL],
    ["a wait", "await new Promise(() => {});"],
    ["an answer nobody reads", "return { result: true, tables: { t: (function* () { for (;;) yield {}; })() } };"],
  ])("by a kill takes an isolate in %s along [mod-04]", async (_, body) => {
    await using store = await ModuleStore.open();
    await using core = startCore(store, `console.log("at work"); ${body}`);
    await core.waitFor(/at work/);
    expect(findLeftovers(core).filter(({ command }) => command.includes("isolate-main"))).not.toEqual([]);
    await killAt(core, { at: "time", afterMs: 50 });
    expect(await waitForNoLeftovers(core, 1000)).toEqual([]);
  });

  test("by a kill in mid-transaction leaves the database as it was", async () => {
    await using store = await ModuleStore.open();
    const before = snapshotSqlite(store.file);
    await using core = startCore(
      store,
      `await c.db.transaction(async () => {
         await c.db.insert("currency", Array.from({ length: 20000 }, (_, i) => ({ id: i + 1, name: "c" + i })));
         await c.change("currency");
         console.log("at work");
         await new Promise(() => {});
       });`,
    );
    await core.waitFor(/at work/);
    await killAt(core, { at: "time", afterMs: 0 });
    expect(await waitForNoLeftovers(core, 1000)).toEqual([]);
    expect(compareSqlite(before, snapshotSqlite(store.file))).toEqual({});
    expect((await store.runBody(`await c.db.insert("currency", [{ id: 1, name: "x" }]); ${PID}`)).answer).toMatchObject(
      {
        result: true,
      },
    );
  });

  test("by close ends the calls at work in words", async () => {
    await using store = await ModuleStore.open();
    await store.runBody(PID);
    const call = store.runBody("await new Promise(() => {});");
    setTimeout(() => void store.runner.close(), 200);
    expect((await call).crash).toMatch(/^BODY\\CmdDo failed: the store is closing\. Look /);
    expect((await store.runBody(PID)).crash).toMatch(/^BODY\\CmdDo failed: the store is closing\. Look /);
  });

  function startCore(store: ModuleStore, body: string): Child {
    return new Child(process.execPath, [
      fileURLToPath(new URL("./module-core.mjs", import.meta.url)),
      store.folder,
      body,
    ]);
  }
});

describe("secrets", () => {
  test("reach the module, and neither an answer, a refusal nor the log [mod-10]", async () => {
    await using store = await ModuleStore.open();
    const path = join(store.folder, "secrets.json");
    writeFileSync(path, JSON.stringify({ bank: { key: 'k"ey-123456' }, pin: "12" }), { mode: 0o600 });
    const knows = `if (c.secrets.bank.key !== 'k"ey-123456' || c.secrets.pin !== "12") throw new Error("no secrets");`;
    const { answer, tables } = await store.runBody(
      `${knows} console.log("key", c.secrets.bank.key);
       return { result: true, message: "used " + c.secrets.bank.key, tables: { t: [{ url: "https://x/?k=" + c.secrets.bank.key }] } };`,
    );
    expect(answer).toMatchObject({ message: "used [secret]" });
    expect(tables.t).toEqual(['{"url":"https://x/?k=[secret]"}']);
    expect((await store.runBody("throw new Error('bad key ' + c.secrets.bank.key);")).crash).toBe(
      "BODY\\CmdDo failed: bad key [secret]",
    );
    await expect.poll(() => store.log.join("\n")).toContain("BODY: key [secret]");
    expect(store.log.join("\n")).not.toContain("ey-123456");

    chmodSync(path, 0o644);
    expect((await store.runBody("return { result: true, detail: c.secrets };")).answer?.detail).toEqual({});
    expect(store.log).toContain("secrets.json may be read by others and is not used: set its mode to 0600");
  });
});
