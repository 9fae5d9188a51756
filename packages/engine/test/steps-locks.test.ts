import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lockHolder } from "../src/process/lock-holder.ts";
import { listLocks, unlockOwn } from "../src/steps/locks.ts";
import { makeStore, type StepsStore } from "./steps-store.ts";

let store: StepsStore;
let gone: string;
beforeAll(async () => {
  store = await makeStore();
  await store.exec(`
    INSERT INTO ms_user (id, login) VALUES (1, 'anna'), (2, 'ivan');
    INSERT INTO ms_oper (id, name, command) VALUES (5, 'Run', 'AGENT_TOOL_RUN');
  `);
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  gone = `${hostname()}:${child.pid}:1`;
});
beforeEach(() => store.exec("DELETE FROM ms_oper_block"));
afterAll(() => store.close());

const lock = (table: string, userId: number, holder: string, since = "2026-01-02 03:04:05", callId = "c") =>
  store.db.run(
    `INSERT INTO {DBNICK}_oper_block (table_name, oper_id, user_id, from_time, successful, call_id, holder)
     VALUES (?, 5, ?, ?, 1, ?, ?)`,
    [table, userId, since, callId, holder],
  );
const unlock = (personId: number, tables?: string[]) =>
  unlockOwn(store.connectSteps, "ms", { personId, tables, signal: new AbortController().signal });
const held = async () => (await listLocks(store.db)).locks.rows.map(([table, user]) => `${table} ${user}`);

it("lists who has which tables in work, by what and since when [lck-01]", async () => {
  expect(await listLocks(store.db)).toEqual({
    locks: { columns: ["table", "user", "command", "operation", "since"], rows: [] },
  });
  await lock("currency", 1, gone);
  await lock("store", 2, gone, "2026-01-01 00:00:00");
  expect((await listLocks(store.db)).locks.rows).toEqual([
    ["store", "ivan", "AGENT_TOOL_RUN", "Run", "2026-01-01 00:00:00"],
    ["currency", "anna", "AGENT_TOOL_RUN", "Run", "2026-01-02 03:04:05"],
  ]);
});

it("lists a lock whose person and operation are gone", async () => {
  await store.db.run(
    "INSERT INTO {DBNICK}_oper_block (table_name, user_id, from_time) VALUES ('ms_store', 99, '2026-01-01 00:00:00')",
  );
  expect((await listLocks(store.db)).locks.rows).toEqual([["store", "", "", "", "2026-01-01 00:00:00"]]);
});

it("lifts one's own locks of processes that are gone, and no other person's [lck-02]", async () => {
  await lock("currency", 1, gone);
  await lock("store", 1, lockHolder());
  await lock("brand", 2, gone);
  expect(await unlock(1)).toEqual({
    released: { columns: ["table", "since"], rows: [["currency", "2026-01-02 03:04:05"]] },
  });
  expect((await held()).sort()).toEqual(["brand ivan", "store anna"]);
});

it("tells a process from an earlier one of the same number [lck-02]", async () => {
  await lock("currency", 1, `${hostname()}:${process.pid}:1`);
  expect((await unlock(1)).released.rows).toHaveLength(process.platform === "linux" ? 1 : 0);
});

it("lifts what nobody can be asked about when it is two days old", async () => {
  const hours = (count: number) =>
    new Date(Date.now() - count * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  await lock("currency", 1, "", hours(80));
  await lock("store", 1, "", hours(5));
  await lock("brand", 1, "another-computer:12:34", hours(80));
  await lock("topic", 1, "another-computer:12:34", hours(5));
  expect((await unlock(1)).released.rows.map(([table]) => table)).toEqual(["brand", "currency"]);
});

it("lifts only the tables named, bare or real [lck-02]", async () => {
  await lock("currency", 1, gone);
  await lock("store", 1, gone);
  await lock("brand", 1, gone);
  expect((await unlock(1, ["store", "ms_brand", "nothing"])).released.rows.map(([table]) => table)).toEqual([
    "brand",
    "store",
  ]);
  expect(await held()).toEqual(["currency anna"]);
});

it("says that nothing is stuck where nothing is [lck-03]", async () => {
  await lock("brand", 2, gone);
  const answer = await unlock(1);
  expect(answer.released.rows).toEqual([]);
  expect(answer.note).toMatch(/^Nothing of yours is stuck/);
});
