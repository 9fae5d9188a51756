import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done, engines, failed, query } from "./execute-engines.ts";
import { RandomTree } from "./random-tree.ts";
import { runWriting, type StepsStore } from "./steps-store.ts";

const add = (parent_id: unknown, table = "topic") => ({ do: "tree_add", table, parent_id });
const move = (id: unknown, parent_id: unknown) => ({ do: "tree_move", table: "topic", id, parent_id });
const SHAPE = "SELECT id, tindex, tlevel, absindex FROM {DBNICK}_topic ORDER BY absindex";

describe.each(engines)("a tree, $engine", ({ make }) => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec("INSERT INTO ms_user (id, login) VALUES (1, 'anna')");
  });
  afterAll(() => store.close());

  const outline = async () => {
    const rows = (await query(store, SHAPE)) as { id: string; tlevel: string; absindex: string }[];
    expect(rows.map((row) => row.absindex)).toEqual(rows.map((_, at) => String(at + 1)));
    return rows.map(({ id, tlevel }) => "-".repeat(Number(tlevel)) + id).join(" ");
  };

  it("gets empty nodes, lends their ids, and moves, shifts and loses branches [exe-13, exe-07]", async () => {
    const steps = await done(
      store,
      { ...add(0), name: "root" },
      { ...add("@root"), name: "child" },
      add("@root"),
      add("@child"),
      add("0"),
      { do: "modify", sql: "UPDATE {DBNICK}_topic SET name = 'kept' WHERE id = :ID", params: { ID: "@child" } },
    );
    expect(steps.slice(0, 5).map((step) => step.value)).toEqual([1, 2, 3, 4, 5]);
    expect(await outline()).toBe("1 -2 --4 -3 5");
    expect(await done(store, move(2, 5), move("3", 0))).toEqual([{}, {}]);
    expect(await outline()).toBe("1 5 -2 --4 3");
    await done(store, { do: "tree_up", table: "topic", id: 3 }, { do: "tree_down", table: "topic", id: 1 });
    expect(await outline()).toBe("3 1 5 -2 --4");
    await done(store, { do: "tree_up", table: "topic", id: 3 }, { do: "tree_down", table: "topic", id: 5 });
    expect(await outline()).toBe("3 1 5 -2 --4");
    expect(await query(store, "SELECT name FROM {DBNICK}_topic WHERE id = 2")).toEqual([{ name: "kept" }]);
    expect(await done(store, { do: "tree_remove", table: "ms_topic", id: "5" })).toEqual([{ deleted: 3 }]);
    expect(await outline()).toBe("3 1");
  });

  it("marks itself as changed with every step [exe-06]", async () => {
    await store.exec("DELETE FROM ms_change_mark");
    const { answer } = await runWriting(store, [add(0), add(0), { do: "select", sql: "SELECT nope" }]);
    expect(answer).toMatchObject({ ok: false, changed: ["topic"] });
    expect(await query(store, "SELECT table_name, version FROM {DBNICK}_change_mark")).toEqual([
      { table_name: "topic", version: "2" },
    ]);
    expect((await runWriting(store, [move(99, 0)])).answer.changed).toEqual([]);
  });

  it("refuses what does not fit into it, and stays as it is [exe-14]", async () => {
    const before = await outline();
    await done(store, { ...add(1), name: "in" });
    const whole = (field: string, shown: string) =>
      `The ${field} of this step takes a whole number, and [${shown}] is not one`;
    expect(await failed(store, add(99))).toMatch(/^No parent 99 in topic/);
    expect(await failed(store, { ...add("0099"), table: "ms_topic" })).toMatch(/^No parent 99 in ms_topic\./);
    expect(await failed(store, move(3, 99))).toMatch(/^No parent 99 in topic/);
    for (const [id, parent] of [
      [99, 0],
      [1, 1],
      [1, 8],
      [0, 3],
    ]) {
      expect(await failed(store, move(id, parent))).toMatch(
        /^No such node, or the parent sits inside the moved branch\. /,
      );
    }
    for (const word of ["tree_up", "tree_down", "tree_remove"]) {
      expect(await failed(store, { do: word, table: "topic", id: 99 })).toMatch(/^No node 99 in topic\. /);
      expect(await failed(store, { do: word, table: "topic", id: "1.5" })).toBe(whole("id", "1.5"));
      expect(await failed(store, { do: word, table: "topic" })).toBe(whole("id", ""));
    }
    expect(await failed(store, add("x"))).toBe(whole("parent_id", "x"));
    expect(await failed(store, { do: "tree_add", table: "topic" })).toBe(whole("parent_id", ""));
    expect(await failed(store, move(1, [2]))).toBe(whole("parent_id", "[2]"));
    expect(await failed(store, add("@gone"))).toMatch(/^No step named gone before this one/);
    expect(await failed(store, add(0, "currency"))).toMatch(/^Not a tree table: currency/);
    expect(await failed(store, add(0, "nope"))).toMatch(/^Unknown table: nope/);
    for (const table of ["ms_oper", "agent_tool"]) {
      expect(await failed(store, add(0, table))).toMatch(new RegExp(`^This tree is not for the agent: ${table}\\.`));
    }
    await done(store, { do: "tree_remove", table: "topic", id: 8 });
    expect(await outline()).toBe(before);
  });

  it("is put right by the next step, whatever was written into it", async () => {
    const before = await outline();
    await done(
      store,
      { ...add(1), name: "a" },
      { do: "modify", sql: "UPDATE {DBNICK}_topic SET absindex = 0, tlevel = 9" },
    );
    await done(
      store,
      { do: "tree_up", table: "topic", id: 1 },
      { do: "modify", sql: "UPDATE {DBNICK}_topic SET tindex = 3 WHERE id = 6" },
    );
    expect(await outline()).not.toBe(before);
    await done(store, { ...add(0), name: "b" }, { do: "tree_remove", table: "topic", id: "@b" });
    expect(await outline()).toBe("1 -9 3 -6 7");
  });

  it("may take its ids from the database", async () => {
    const key = store.db.dialect === "sqlite" ? "INTEGER PRIMARY KEY" : "INT PRIMARY KEY AUTO_INCREMENT";
    await store.exec(`
      CREATE TABLE ms_own_tree (id ${key}, tindex INT NOT NULL DEFAULT 0, tlevel INT, absindex INT);
      CREATE TABLE own_tree (id INT, tindex INT, tlevel INT, absindex INT);
    `);
    const [, step] = await done(store, { ...add(0, "own_tree"), name: "top" }, add("@top", "own_tree"));
    expect(step).toEqual({ value: 2 });
    expect(await query(store, "SELECT * FROM {DBNICK}_own_tree")).toEqual([
      { id: "1", tindex: "0", tlevel: "0", absindex: "1" },
      { id: "2", tindex: "1", tlevel: "1", absindex: "2" },
    ]);
  });

  it("keeps right when several calls change it at once [exe-13]", async () => {
    const list = Array.from({ length: 25 }, (_, at) => add(at % 2 === 0 ? 1 : 3));
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => runWriting(store, list)));
    expect(outcomes.map(({ answer }) => answer.ok)).toEqual([true, true, true, true]);
    expect((await outline()).split(" ")).toHaveLength(105);
    await done(store, { do: "modify", sql: "DELETE FROM {DBNICK}_topic" });
  });
});

/** `PRILAVOK_TREE_CHANGES=10000` makes it a long run. */
const CHANGES = Number(process.env.PRILAVOK_TREE_CHANGES ?? 1000);
const BATCH = 200;

describe.each(engines)("a tree that is changed at random, $engine", ({ make }) => {
  it("has all three columns right for the whole table after every step [exe-13]", { timeout: 900_000 }, async () => {
    const store = await make();
    const seed = Date.now() % 1_000_000;
    const random = new RandomTree(seed);
    for (let at = 0; at < CHANGES; at += BATCH) {
      const list: object[] = [];
      const expected: unknown[] = [];
      for (let step = 0; step < BATCH; step += 1) {
        const { answer, ...change } = random.change();
        list.push({ table: "topic", ...change }, { do: "select", sql: SHAPE });
        expected.push(answer, { rows: random.rows().length, data: random.rows() });
      }
      expect({ seed, at, steps: await done(store, ...list) }).toEqual({ seed, at, steps: expected });
    }
    await store.close();
  });
});
