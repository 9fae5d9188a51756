import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ModuleStore } from "./module-store.ts";

let store: ModuleStore;
beforeAll(async () => {
  store = await ModuleStore.open();
});
beforeEach(() => {
  store.query("DELETE FROM ms_oper_block");
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

const locks = () => store.query("SELECT table_name, user_id FROM ms_oper_block ORDER BY table_name");
const hold = (tables: string) =>
  store.query(
    `INSERT INTO ms_oper_block (table_name, user_id, from_time, successful, call_id, holder)
     VALUES ('${tables}', 1, '2026-09-18 14:05:00', 1, 'another call', 'another host:1:1')`,
  );
/** Takes the tables and answers with what `lock` said and what the table of locks holds meanwhile. */
const TAKE = `const refusal = await c.lock(c.params.tables); if (refusal) return refusal;
  return { result: true, detail: await c.db.rows("SELECT table_name, user_id, successful, length(call_id) AS id, from_time, holder FROM {DBNICK}_oper_block ORDER BY table_name") };`;

describe("lock", () => {
  test("takes tables into work until the command ends [mod-08]", async () => {
    const { answer } = await store.runBody(TAKE, { params: { tables: ["ms_currency", "store"] } });
    const row = { user_id: "1", successful: "1", id: "36" };
    expect(answer?.detail).toEqual(
      ["currency", "store"].map((table_name) => ({
        ...row,
        table_name,
        from_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        holder: expect.stringMatching(/^.+:\d+:\d*$/),
      })),
    );
    expect(locks()).toEqual([]);
  });

  test("waits a moment for a busy table, then answers the refusal to return; nothing is taken [mod-08]", async () => {
    hold("currency");
    const startedAt = performance.now();
    const { answer } = await store.runBody(TAKE, { params: { tables: ["store", "currency"] } });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(answer).toEqual({
      result: false,
      message:
        "The [currency] tables are busy: currency by admin since 2026-09-18 14:05:00. Try again in a moment. engine_db_locks shows who holds what; a lock that a broken call of yours left behind goes with engine_db_unlocks",
      tables: {},
    });
    expect(locks()).toEqual([{ table_name: "currency", user_id: 1 }]);
  });

  test("gets a table that becomes free while it waits", async () => {
    hold("currency");
    const taking = store.runBody(TAKE, { params: { tables: "currency" } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    store.query("DELETE FROM ms_oper_block");
    expect((await taking).answer).toMatchObject({ result: true });
  });

  test("takes what the command has already, and no table that is not there", async () => {
    const twice = `await c.lock("currency"); await c.lock(["currency", "store"]);
      return { result: true, detail: { n: (await c.db.rows("SELECT 1 FROM {DBNICK}_oper_block")).length } };`;
    expect((await store.runBody(twice)).answer?.detail).toEqual({ n: 2 });
    expect((await store.runBody(`await c.lock("nowhere");`)).crash).toBe(
      "BODY\\CmdDo failed: Unknown table: nowhere. engine_db_tables lists every table",
    );
  });

  test.each([
    ["throws", "throw new Error('no');"],
    ["kills its process", "process.kill(process.pid, 'SIGKILL'); for (;;);"],
    ["exits", "process.exit(1);"],
  ])("is given back when the command %s [mod-08]", async (_, end) => {
    expect((await store.runBody(`await c.lock("currency"); ${end}`)).crash).toContain("failed");
    expect(locks()).toEqual([]);
  });

  test("one of two calls gets the table, the other waits for it", async () => {
    const body = `const refusal = await c.lock("currency"); if (refusal) return refusal;
      await new Promise((resolve) => setTimeout(resolve, 200)); return { result: true };`;
    const answers = await Promise.all([store.runBody(body), store.runBody(body)]);
    expect(answers.map(({ answer }) => answer?.result)).toEqual([true, true]);
    expect(locks()).toEqual([]);
  });
});

describe("change", () => {
  test("counts the changes of each table [mod-09]", async () => {
    const marks = () => store.query("SELECT table_name, version FROM ms_change_mark ORDER BY table_name");
    await store.runBody(
      `await c.change("currency"); await c.change(["ms_currency", "store"]); return { result: true };`,
    );
    expect(marks()).toEqual([
      { table_name: "currency", version: 2 },
      { table_name: "store", version: 1 },
    ]);
    await store.runBody(`await c.db.transaction(async () => { await c.change("store"); throw new Error("undone"); });`);
    expect(marks()).toContainEqual({ table_name: "store", version: 1 });
  });
});
