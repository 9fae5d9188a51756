import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done, engines, failed, query } from "./execute-engines.ts";
import { makeStore, runWriting, type StepsStore } from "./steps-store.ts";

describe.each(engines)("a pool that writes, $engine", ({ engine, make }) => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec("INSERT INTO ms_user (id, login) VALUES (1, 'anna')");
  });
  afterAll(() => store.close());

  const modify = (sql: string, params: object = {}) => ({ do: "modify", sql, params });

  it("carries its steps out in order, each lending to the later ones [exe-02, exe-07]", async () => {
    const [id, inserted, , brand] = await done(
      store,
      { do: "generate", table: "brand", name: "id" },
      { do: "insert", table: "brand", rows: [{ id: "@id", name: "Ромашка 💶" }] },
      modify("UPDATE {DBNICK}_brand SET descr = :D WHERE id = :ID", { D: "@@id", ID: "@id" }),
      { do: "select", sql: "SELECT id, name, descr FROM {DBNICK}_brand" },
    );
    expect(id).toEqual({ name: "id", value: 1 });
    expect(inserted).toEqual({ affected: 1, insert_id: 0 });
    expect(brand).toEqual({ rows: 1, data: [{ id: "1", name: "Ромашка 💶", descr: "@id" }] });
  });

  it("answers ok, steps, changed, unlocked and ms [exe-02]", async () => {
    const { answer } = await runWriting(store, [modify("UPDATE {DBNICK}_brand SET pos = 1 WHERE id = 0")]);
    expect(answer).toEqual({
      ok: true,
      steps: [{ num: 1, do: "modify", affected: 0, insert_id: 0 }],
      changed: [],
      unlocked: [],
      ms: expect.any(Number),
    });
  });

  it("stops at an error, and what was done stays [exe-03]", async () => {
    const { answer } = await runWriting(store, [
      modify("INSERT INTO {DBNICK}_lang (id, name) VALUES (1, 'one')"),
      modify("INSERT INTO {DBNICK}_lang (id, name) VALUES (2, 'two'), (1, 'again')"),
      modify("INSERT INTO {DBNICK}_lang (id, name) VALUES (3, 'three')"),
    ]);
    expect(answer.ok).toBe(false);
    expect(answer.steps.map((step) => "error" in step)).toEqual([false, true]);
    expect(answer.steps[1]?.error).toMatch(engine === "SQLite" ? /UNIQUE constraint failed/ : /Duplicate entry/);
    expect(await query(store, "SELECT id FROM {DBNICK}_lang")).toEqual([{ id: "1" }]);
  });

  it("knows no other step, and says which there are [exe-08]", async () => {
    expect(await failed(store, { do: "drop" })).toMatch(/^Unknown step: drop\. .*lock, unlock, generate, select/);
    const { refusal } = await runWriting(store, [{ do: "modify", sql: "SELECT 1", tabel: "x" }]);
    expect(refusal).toMatch(/^Step 1 has an unknown field \[tabel\]\. A modify step takes: do, name, sql, params/);
  });

  describe("select", () => {
    it("is without the read gate [exe-09]", async () => {
      const [, left] = await done(
        store,
        { do: "select", sql: "DELETE FROM {DBNICK}_lang" },
        { do: "select", sql: "SELECT COUNT(*) AS n FROM {DBNICK}_lang" },
      );
      expect(left?.data).toEqual([{ n: "0" }]);
    });

    it("shows no table that lets people in, nor does any other step", async () => {
      const closed = /user_password is not for the agent/;
      expect(await failed(store, { do: "select", sql: "SELECT * FROM {DBNICK}_user_password" })).toMatch(closed);
      expect(await failed(store, modify("DELETE FROM {DBNICK}_user_password"))).toMatch(closed);
      const row = { user_id: 1, hash: "x" };
      expect(await failed(store, { do: "insert", table: "user_password", rows: [row] })).toMatch(closed);
    });
  });

  describe("modify", () => {
    it("lends the id that the database issued, the first of several [exe-07, exe-10]", async () => {
      const [first, second] = await done(
        store,
        { ...modify("INSERT INTO {DBNICK}_user_task (name) VALUES ('a'), ('b')"), name: "task" },
        modify("INSERT INTO {DBNICK}_user_task_note (task_id) VALUES (:ID)", { ID: "@task" }),
        modify("DELETE FROM {DBNICK}_user_task"),
      );
      expect(first).toMatchObject({ affected: 2, insert_id: 1 });
      expect(second).toEqual({ affected: 1, insert_id: 1 });
      expect(await query(store, "SELECT task_id FROM {DBNICK}_user_task_note")).toEqual([{ task_id: "1" }]);
    });

    it("runs any statement, on one connection [exe-10]", async () => {
      const [, , rows] = await done(
        store,
        modify("CREATE TEMPORARY TABLE own (id INTEGER, t TEXT)"),
        { do: "insert", table: "own", rows: [{ id: 1, t: "x" }] },
        { do: "select", sql: "SELECT * FROM own" },
        modify("CREATE TABLE {DBNICK}_own (id INTEGER PRIMARY KEY)"),
        modify("DROP TABLE {DBNICK}_own"),
        modify("SELECT 1"),
      );
      expect(rows?.data).toEqual([{ id: "1", t: "x" }]);
      expect(await failed(store, { do: "select", sql: "SELECT * FROM own" })).toMatch(/own/);
    });

    it("takes one statement and what the binder takes", async () => {
      expect(await failed(store, modify("DELETE FROM {DBNICK}_lang; DELETE FROM {DBNICK}_lang"))).not.toBe("undefined");
      const list = modify("DELETE FROM {DBNICK}_lang WHERE id IN (:IDS)", { IDS: [] });
      expect(await failed(store, list)).toMatch(/^The list of :IDS in params is empty/);
    });
  });

  describe("insert", () => {
    const insert = (table: string, rows: unknown) => ({ do: "insert", table, rows });

    it("writes all rows with the columns of the first, in any order [exe-11]", async () => {
      const rows = [
        { id: 11, name: "один", pos: true },
        { pos: 2, name: 'O\'Neil \\ "x"', id: "12" },
      ];
      expect(await done(store, insert("ms_provider_group", rows))).toEqual([{ affected: 2, insert_id: 0 }]);
      expect(await query(store, "SELECT id, name, pos FROM {DBNICK}_provider_group ORDER BY id")).toEqual([
        { id: "11", name: "один", pos: "1" },
        { id: "12", name: 'O\'Neil \\ "x"', pos: "2" },
      ]);
    });

    it("gives rows without an id the next ones of the table's generator, and lends the first [exe-11]", async () => {
      const [first, , second, rows] = await done(
        store,
        { ...insert("user_group", [{ name: "a" }, { name: "b" }]), name: "new" },
        insert("user_group", [{ ID: 90, name: "@@own" }]),
        insert("user_group", [{ name: "c", pos: "@new" }]),
        { do: "select", sql: "SELECT id, name, pos FROM {DBNICK}_user_group ORDER BY id" },
      );
      expect(first).toEqual({ name: "new", affected: 2, insert_id: 1 });
      expect(second).toEqual({ affected: 1, insert_id: 3 });
      expect(rows?.data).toEqual([
        { id: "1", name: "a", pos: "0" },
        { id: "2", name: "b", pos: "0" },
        { id: "3", name: "c", pos: "1" },
        { id: "90", name: "@own", pos: "0" },
      ]);
    });

    it("refuses rows that are no rows of one form [exe-11]", async () => {
      expect(await failed(store, insert("lang", []))).toMatch(/^Nothing to insert: rows is empty\. /);
      for (const rows of [undefined, "x", 5, { id: 1 }, [5], [{ id: 1 }, "x"], [{}]]) {
        expect(await failed(store, insert("lang", rows))).toMatch(/^rows takes a list of rows/);
      }
      const other = "Row 3 has other columns than the first one: give all rows the same, null where there is no value";
      expect(await failed(store, insert("lang", [{ id: 1 }, { id: 2 }, { name: "x" }]))).toBe(other);
      expect(await failed(store, insert("lang", [{ id: 1 }, { id: 2 }, { id: 3, name: "x" }]))).toBe(other);
      expect(await failed(store, insert("lang", [{ id: 1 }, { id: [2] }]))).toMatch(/^Row 2: \[id\] takes a text/);
      expect(await failed(store, insert("lang", [{ id: 2 ** 60 }]))).toMatch(/^Row 1: \[id\] is a number beyond/);
      expect(await failed(store, insert("nope", [{ id: 1 }]))).toMatch(/^Unknown table: nope/);
      expect(await failed(store, insert("lang", [{ nope: 1 }]))).toMatch(/nope/);
      expect(await query(store, "SELECT id FROM {DBNICK}_lang")).toEqual([]);
    });

    it("takes 65,535 values and not one more, all of them or none [exe-11]", async () => {
      const rows = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `n${at}`, pos: at }));
      expect(await failed(store, insert("lang", rows(21_846)))).toMatch(/65538 values.*65535/);
      expect(await failed(store, insert("lang", [...rows(21_844), { id: 1, name: "again", pos: 0 }]))).not.toBe("");
      expect(await query(store, "SELECT COUNT(*) AS n FROM {DBNICK}_lang")).toEqual([{ n: "0" }]);
      expect(await done(store, insert("lang", rows(21_845)))).toEqual([{ affected: 21_845, insert_id: 0 }]);
      await done(store, modify("DELETE FROM {DBNICK}_lang"));
    });

    it("takes references as values, as rows and as the whole list [exe-07]", async () => {
      await done(
        store,
        { do: "select", name: "src", sql: "SELECT 5 AS id, '@id' AS name UNION ALL SELECT 6, NULL" },
        insert("lang", [{ id: "@src.0.id", name: "@@x" }]),
        insert("disc_group", ["@src.0"]),
        { do: "select", name: "one", sql: "SELECT 7 AS id, '@src' AS name" },
        insert("provider_group", "@one.*"),
      );
      expect(await query(store, "SELECT id, name FROM {DBNICK}_lang")).toEqual([{ id: "5", name: "@x" }]);
      expect(await query(store, "SELECT id, name FROM {DBNICK}_disc_group")).toEqual([{ id: "5", name: "@id" }]);
      expect(await query(store, "SELECT name FROM {DBNICK}_provider_group WHERE id = 7")).toEqual([{ name: "@src" }]);
      expect(await failed(store, insert("lang", [{ id: "@gone" }]))).toMatch(/^No step named gone before this one/);
    });

    it("lends the first id that the database issued [exe-07]", async () => {
      const rows = Array.from({ length: 1200 }, (_, at) => ({ name: `t${at}` }));
      const [step, found] = await done(
        store,
        { ...insert("user_task", rows), name: "tasks" },
        { do: "select", sql: "SELECT name FROM {DBNICK}_user_task WHERE id = :ID", params: { ID: "@tasks" } },
      );
      expect(step).toMatchObject({ affected: 1200, insert_id: expect.any(Number) });
      expect(found?.data).toEqual([{ name: "t0" }]);
    });
  });

  describe("generate", () => {
    it("answers the next id of the table's generator [exe-12]", async () => {
      const steps = await done(store, { do: "generate", table: "currency" }, { do: "generate", table: "ms_currency" });
      expect(steps).toEqual([{ value: 1 }, { value: 2 }]);
    });

    it("refuses a table without one [exe-12]", async () => {
      expect(await failed(store, { do: "generate", table: "ms_user_task" })).toMatch(/^No generator for: ms_user_task/);
      expect(await failed(store, { do: "generate", table: "curency" })).toMatch(
        /^Unknown table: curency\. Similar: currency/,
      );
    });
  });

  describe("a transaction that a step begins", () => {
    it("holds the steps up to its COMMIT together", async () => {
      await done(
        store,
        modify("BEGIN"),
        { do: "generate", table: "disc_rate", name: "id" },
        { do: "insert", table: "disc_rate", rows: [{ id: "@id" }] },
        modify("COMMIT"),
      );
      expect(await query(store, "SELECT id FROM {DBNICK}_disc_rate")).toEqual([{ id: "1" }]);
    });

    it("is rolled back, and told, when the pool ends inside it", async () => {
      const left = /^The pool ended inside a transaction/;
      expect(await failed(store, modify("BEGIN"), modify("DELETE FROM {DBNICK}_disc_rate"))).toMatch(left);
      const stopped = [modify("BEGIN"), modify("DELETE FROM {DBNICK}_disc_rate"), { do: "select", sql: "SELECT nope" }];
      expect(await failed(store, ...stopped)).toMatch(/nope.*\. The pool ended inside a transaction/);
      expect(await query(store, "SELECT id FROM {DBNICK}_disc_rate")).toEqual([{ id: "1" }]);
    });

    it("is told to be rolled back where its connection is gone", async () => {
      const timeouts = { stepMs: 700, longStepMs: 700 };
      const slow =
        engine === "SQLite"
          ? "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT COUNT(*) FROM c"
          : "SELECT SLEEP(30)";
      const list = [modify("BEGIN"), modify("DELETE FROM {DBNICK}_disc_rate"), { do: "select", sql: slow }];
      const { answer } = await runWriting(store, list, { timeouts });
      expect(answer.steps[2]?.error).toMatch(/^The query ran over .*\. The transaction .* was rolled back with it$/);
      expect(await query(store, "SELECT id FROM {DBNICK}_disc_rate")).toEqual([{ id: "1" }]);
    });

    it("is no place for locks, trees and sweeps, which are transactions of their own", async () => {
      for (const step of [
        { do: "lock", tables: ["lang"] },
        { do: "unlock" },
        { do: "tree_add", table: "topic", parent_id: 0 },
        { do: "clear_dependent", table: "brand" },
      ]) {
        expect(await failed(store, modify("BEGIN"), step)).toMatch(new RegExp(`^A transaction is open .*${step.do}`));
      }
    });
  });

  it("marks each table of its change steps once, at its end [exe-06]", async () => {
    const versions = async () =>
      query(store, "SELECT table_name, version FROM {DBNICK}_change_mark ORDER BY table_name");
    const list = [
      { do: "change", tables: ["currency", "ms_brand"] },
      { do: "change", tables: "currency" },
    ];
    const { answer } = await runWriting(store, list);
    expect(answer.steps.map((step) => step.tables)).toEqual([["currency", "brand"], ["currency"]]);
    expect(answer.changed).toEqual(["currency", "brand"]);
    expect(await versions()).toEqual([
      { table_name: "brand", version: "1" },
      { table_name: "currency", version: "1" },
    ]);
    const stopped = await runWriting(store, [...list, { do: "select", sql: "SELECT nope" }]);
    expect(stopped.answer).toMatchObject({ ok: false, changed: ["currency", "brand"] });
    expect(await versions()).toMatchObject([{ version: "2" }, { version: "2" }]);
    expect(await failed(store, { do: "change", tables: ["nope"] })).toMatch(/^Unknown table: nope/);
  });
});

describe("on SQLite", () => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await makeStore();
  });
  afterAll(() => store.close());

  it("a select that writes keeps what it wrote where it brings too many rows", async () => {
    const many = Array.from({ length: 5001 }, (_, at) => ({ id: at + 1 }));
    await done(store, { do: "insert", table: "lang", rows: many });
    const sql = "DELETE FROM {DBNICK}_lang RETURNING id";
    expect(await failed(store, { do: "select", sql })).toMatch(/^Too many rows: more than 5000\. /);
    expect(await query(store, "SELECT COUNT(*) AS n FROM {DBNICK}_lang")).toEqual([{ n: "0" }]);
  });

  it.each([
    ["ATTACH DATABASE '/tmp/other.sqlite' AS other", "ATTACH"],
    ["/* x */ attach 'x' as y", "ATTACH"],
    ["VACUUM INTO 'copy.sqlite'", "VACUUM INTO"],
    ["VACUUM main INTO 'copy.sqlite'", "VACUUM INTO"],
  ])("no step writes a file beside the store's database: %s", async (sql, word) => {
    for (const step of ["modify", "select"]) {
      const refused = `A step writes the store's database only, and ${word} reaches a file beside it: leave it out`;
      expect(await failed(store, { do: step, sql })).toBe(refused);
    }
  });
});
