import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeStore, runPool, type StepsStore } from "./steps-store.ts";

let store: StepsStore;
beforeAll(async () => {
  store = await makeStore();
  await store.exec(`
    INSERT INTO ms_brand (id, name, pos) VALUES (1, 'Acme', 1), (2, 'Ромашка', 2);
    INSERT INTO ms_store (id, name, brand_id, price) VALUES (841, 'Мышь', 1, 44.2), (842, 'Keyboard', 1, 10), (843, 'Пусто', NULL, 0);
    INSERT INTO ms_user (id, login, name) VALUES (1, 'anna', 'Anna'), (2, 'ivan', 'Ivan');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO ms_lang (id, name) SELECT i, 'lang ' || i FROM n;
  `);
});
afterAll(() => store.close());

const select = (sql: string, more: Record<string, unknown> = {}) => ({ do: "select", sql, ...more });

describe("a reading pool", () => {
  it("carries the steps out in order and streams each one's rows [dbp-01, dbp-02, dbp-17]", async () => {
    const pool = await runPool(store, [
      select("SELECT id, name FROM {DBNICK}_brand ORDER BY id", { name: "brands" }),
      select("SELECT '{DBNICK}' AS nick"),
      { do: "dependent", table: "user", name: "dep" },
    ]);
    expect(pool.parts).toEqual(["open steps.1", "close steps.1 2", "open steps.2", "close steps.2 1"]);
    expect(pool.rows).toEqual({
      "steps.1": [
        { id: "1", name: "Acme" },
        { id: "2", name: "Ромашка" },
      ],
      "steps.2": [{ nick: "ms" }],
    });
    expect(Object.keys(pool.answer)).toEqual(["ok", "steps", "changed", "unlocked", "ms"]);
    expect(pool.answer).toMatchObject({ ok: true, changed: [], unlocked: [] });
    expect(Number.isInteger(pool.answer.ms)).toBe(true);
    expect(pool.answer.steps.map(Object.keys)).toEqual([
      ["num", "do", "name", "rows"],
      ["num", "do", "rows"],
      ["num", "do", "name", "depend"],
    ]);
  });

  it("opens and closes a section for no rows", async () => {
    const pool = await runPool(store, [select("SELECT id FROM {DBNICK}_brand WHERE id = 99")]);
    expect(pool.parts).toEqual(["open steps.1", "close steps.1 0"]);
    expect(pool.answer.steps).toEqual([{ num: 1, do: "select", rows: 0 }]);
  });

  it("stops at the first step that does not pass, with the steps before it done [dbp-01, dbs-01, dbs-03]", async () => {
    const pool = await runPool(store, [
      select("SELECT 1 AS a"),
      select("SELECT nope FROM {DBNICK}_brand"),
      select("SELECT 2"),
    ]);
    expect(pool.answer).toMatchObject({
      ok: false,
      steps: [
        { num: 1, do: "select", rows: 1 },
        { num: 2, do: "select", error: "no such column: nope" },
      ],
    });
    expect(pool.parts).toEqual(["open steps.1", "close steps.1 1"]);

    const writing = await runPool(store, [select("SELECT 1"), { do: "modify", name: "m", sql: "DELETE FROM x" }]);
    expect(writing.answer.steps[1]).toEqual({
      num: 2,
      do: "modify",
      name: "m",
      error: "This command runs select and dependent steps only",
    });
  });

  it("refuses a list of a wrong form before anything runs [dbp-18, dbp-19]", async () => {
    for (const [list, text] of [
      [[], /^pool is required: /],
      [[select("SELECT 1"), 5], /^Step 2 is not an object/],
      [[select("SELECT 1"), { sql: "SELECT 1" }], /^Step 2 has no do/],
      [
        [select("SELECT 1", { limit: 1 })],
        /^Step 1 has an unknown field \[limit\]\. A select step takes: do, name, sql/,
      ],
      [[select("SELECT 1", { name: "A" }), select("SELECT 1", { name: "a" })], /^Two steps are named \[a\]/],
    ] as const) {
      const pool = await runPool(store, list);
      expect(pool.refusal).toMatch(text);
      expect(pool.parts).toEqual([]);
    }
  });

  it("reads only, whatever the words [gat-02]", async () => {
    const pool = await runPool(store, [select("DELETE FROM {DBNICK}_brand")]);
    expect(pool.answer.steps[0]?.error).toMatch(/^This command reads only, and this step starts with DELETE\b/);
    expect(await store.db.all("SELECT id FROM {DBNICK}_brand")).toHaveLength(2);
  });

  it("names columns that share a name [dbp-11]", async () => {
    const pool = await runPool(store, [select("SELECT 1 AS id, 2 AS a, 3 AS id")]);
    expect(pool.answer.steps[0]).toEqual({ num: 1, do: "select", rows: 1, same_names: ["id"] });
    expect(pool.rows["steps.1"]).toEqual([{ id: "3", a: "2" }]);
  });

  it("refuses more than 5000 rows without big, and drops what had flowed [dbp-12]", async () => {
    const sql = "SELECT id, name FROM {DBNICK}_lang";
    const many = await runPool(store, [select(sql)]);
    expect(many.answer.steps[0]?.error).toBe(
      'Too many rows: more than 5000. Narrow the query, or repeat this step with "big": true',
    );
    expect(many.parts.at(-1)).not.toMatch(/^close/);

    const filed = await runPool(store, [select(sql, { file: true })]);
    expect(filed.answer.steps[0]?.error).toMatch(/^Too many rows: /);
    const exactly = await runPool(store, [select(`${sql} WHERE id <= 5000`)]);
    expect(exactly.answer.steps[0]).toMatchObject({ rows: 5000 });
    const big = await runPool(store, [select(sql, { big: true })]);
    expect(big.answer.steps[0]).toMatchObject({ rows: 6000 });
    expect(big.rows["steps.1"]).toHaveLength(6000);
  });

  it("stops a step over its time, and the next call works [dbs-04]", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    const timeouts = { stepMs: 300, longStepMs: 700 };
    const slow = await runPool(store, [select(endless), select("SELECT 1")], { timeouts });
    expect(slow.answer.steps).toHaveLength(1);
    expect(slow.answer.steps[0]?.error).toMatch(/^The query ran over .* s and was stopped/);
    expect((await runPool(store, [select("SELECT 1")])).answer.ok).toBe(true);
  });

  it("ends when its call is cancelled [dbs-06]", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 200);
    const startedAt = performance.now();
    await runPool(store, [select(endless), select("SELECT 1")], { signal: leaving.signal }).catch(() => undefined);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect((await runPool(store, [select("SELECT 1")])).answer.ok).toBe(true);
  });
});

describe("references between steps", () => {
  const goods = select("SELECT id, name, brand_id FROM {DBNICK}_store ORDER BY id", { name: "Goods" });
  const ids = "SELECT id FROM {DBNICK}_store WHERE id IN (:IDS) ORDER BY id";
  const lastRows = async (list: readonly unknown[]) => {
    const pool = await runPool(store, list);
    expect(pool.answer.steps.at(-1)?.error).toBeUndefined();
    return pool.rows[`steps.${list.length}`];
  };
  const lastError = async (list: readonly unknown[]) => (await runPool(store, list)).answer.steps.at(-1)?.error;

  it("bring one value, a column of all rows, a count [dbp-06]", async () => {
    expect(await lastRows([goods, select(ids, { params: { ids: "@goods.0.id" } })])).toEqual([{ id: "841" }]);
    expect(await lastRows([goods, select(ids, { params: { IDS: "@GOODS.*.id" } })])).toHaveLength(3);
    expect(await lastRows([goods, select(ids, { params: { IDS: ["@goods.1.id", 843] } })])).toEqual([
      { id: "842" },
      { id: "843" },
    ]);
    expect(await lastRows([goods, select("SELECT :N + 0 AS n", { params: { N: "@goods.rows" } })])).toEqual([
      { n: "3" },
    ]);
    expect(await lastRows([goods, select("SELECT :N IS NULL AS n", { params: { N: "@goods.2.brand_id" } })])).toEqual([
      { n: "1" },
    ]);
  });

  it("reach into the answer of a dependent step [dbp-06]", async () => {
    const dep = { do: "dependent", name: "dep", table: "user" };
    const rows = await lastRows([dep, select("SELECT :T AS t", { params: { T: "@dep.depend.0.table" } })]);
    expect(rows).toEqual([{ t: "user_task" }]);
  });

  it("to no step before are refused, and @@ writes the text itself [dbp-07]", async () => {
    expect(await lastError([select("SELECT :A", { params: { A: "@john.doe" } })])).toBe(
      "No step named john before this one (@@john is the text @john itself)",
    );
    expect(await lastError([select("SELECT :A", { name: "me", params: { A: "@me.0.id" } })])).toMatch(
      /^No step named me /,
    );
    expect(await lastRows([select("SELECT :A AS a", { params: { A: "@@john.doe" } })])).toEqual([{ a: "@john.doe" }]);
  });

  it("that lead nowhere stop the pool [dbp-08]", async () => {
    expect(await lastError([goods, select(ids, { params: { IDS: "@goods.9.id" } })])).toMatch(
      /^@goods\.9\.id names nothing in the answer of that step: /,
    );
    expect(await lastError([goods, select(ids, { params: { IDS: "@goods" } })])).toMatch(
      /^@goods names nothing in the answer of that step: /,
    );
    const none = select("SELECT id FROM {DBNICK}_store WHERE id < 0", { name: "none" });
    expect(await lastError([none, select(ids, { params: { IDS: "@none.*.id" } })])).toMatch(
      /list of :IDS in params is empty/,
    );
  });

  it("leave other strings with @ alone [dbp-09]", async () => {
    const params = { A: "a@b.example", B: "@ home" };
    expect(await lastRows([select("SELECT :A AS a, :B AS b", { params })])).toEqual([
      { a: "a@b.example", b: "@ home" },
    ]);
  });

  it("do not reach into heavy rows", async () => {
    const use = select("SELECT :A AS a", { params: { A: "@langs.0.id" } });
    for (const heavy of [
      select("SELECT id FROM {DBNICK}_lang LIMIT 1", { name: "langs", big: true }),
      select("SELECT id FROM {DBNICK}_lang LIMIT 1", { name: "langs", file: true }),
      select("SELECT id, printf('%200s', name) AS wide FROM {DBNICK}_lang LIMIT 1000", { name: "langs" }),
    ]) {
      expect(await lastError([heavy, use])).toMatch(
        /^@langs\.0\.id names nothing in the answer of that step: its rows are heavy/,
      );
    }
    const small = select("SELECT id FROM {DBNICK}_lang LIMIT 1000", { name: "langs" });
    expect(await lastRows([small, use])).toEqual([{ a: "1" }]);
  });

  it("say the same as the values written in", async () => {
    const byReference = await lastRows([goods, select(ids, { params: { IDS: "@goods.*.id" } })]);
    expect(await lastRows([select(ids, { params: { IDS: ["841", "842", "843"] } })])).toEqual(byReference);
  });
});
