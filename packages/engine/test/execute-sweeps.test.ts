import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Relation } from "../src/store/relations.ts";
import { shippedRelations } from "../src/store/shipped-relations.ts";
import { answered, engines, query } from "./execute-engines.ts";
import { runWriting, type StepsStore } from "./steps-store.ts";

const clear = (table: string) => ({ do: "clear_dependent", table });

/** Ties of tables this test makes: a table to itself, two tables in a ring, fields that do not take NULL. */
const OWN: readonly Relation[] = [
  { main: "own_node", table: "own_node", key: "parent_id", nullable: false },
  { main: "own_left", table: "own_right", key: "left_id", nullable: false },
  { main: "own_right", table: "own_left", key: "right_id", nullable: false },
  { main: "own_node", table: "own_strict", key: "node_id", nullable: true },
  { main: "own_node", table: "own_strict", key: "node_code", nullable: true },
];

describe.each(engines)("a sweep, $engine", ({ make }) => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec(`
      INSERT INTO ms_user (id, login) VALUES (1, 'anna'), (2, 'ivan');
      CREATE TABLE ms_own_node (id INTEGER PRIMARY KEY, parent_id INTEGER);
      CREATE TABLE ms_own_left (id INTEGER PRIMARY KEY, right_id INTEGER);
      CREATE TABLE ms_own_right (id INTEGER PRIMARY KEY, left_id INTEGER);
      CREATE TABLE ms_own_strict (id INTEGER PRIMARY KEY, node_id INTEGER NOT NULL DEFAULT 0, node_code VARCHAR(10));
    `);
  });
  afterAll(() => store.close());
  beforeEach(() => store.exec("DELETE FROM ms_oper_block; DELETE FROM ms_change_mark"));

  const run = (list: readonly object[]) => runWriting(store, list, { relations: [...shippedRelations(), ...OWN] });
  const sweep = async (table: string): Promise<Record<string, unknown>> => {
    const outcome = await run([clear(table)]);
    return { ...answered(outcome)[0], changed: outcome.answer.changed, unlocked: outcome.answer.unlocked };
  };
  const failed = async (...list: object[]) => String((await run(list)).answer.steps.at(-1)?.error);

  it("deletes what points at nobody, empties what may stand empty, along the chain [exe-15]", async () => {
    await store.exec(`
      INSERT INTO ms_info (id, name) VALUES (1, 'Colour');
      INSERT INTO ms_info_value (id, info_id, name) VALUES (1, 1, 'red'), (2, 9, 'lost'), (3, NULL, 'empty');
      INSERT INTO ms_store_info (store_id, info_id, value_id) VALUES (1, 1, 1), (1, 1, 2), (1, 9, 1), (1, NULL, 8), (1, 1, NULL);
      INSERT INTO ms_files_info_value (id, elem_id) VALUES (1, 1), (2, 2);
    `);
    expect(await sweep("ms_info")).toEqual({
      cleared: { info_value: 1, store_info: 3, files_info_value: 1 },
      changed: ["info_value", "store_info", "files_info_value"],
      unlocked: [],
    });
    expect(await query(store, "SELECT id FROM {DBNICK}_info_value ORDER BY id")).toEqual([{ id: "1" }, { id: "3" }]);
    expect(await query(store, "SELECT info_id, value_id FROM {DBNICK}_store_info ORDER BY id")).toEqual([
      { info_id: "1", value_id: "1" },
      { info_id: "1", value_id: null },
      { info_id: null, value_id: null },
      { info_id: "1", value_id: null },
    ]);
    expect(await query(store, "SELECT table_name FROM {DBNICK}_change_mark ORDER BY table_name")).toEqual([
      { table_name: "files_info_value" },
      { table_name: "info_value" },
      { table_name: "store_info" },
    ]);
    expect(await sweep("info")).toEqual({ cleared: {}, changed: [], unlocked: [] });
  });

  it("goes on as long as rows are deleted: in a tree of its own, in a ring [exe-15]", async () => {
    await store.exec(`
      INSERT INTO ms_own_node (id, parent_id) VALUES (1, 0), (2, 1), (3, 99), (4, 3), (5, 4), (6, NULL);
      INSERT INTO ms_own_left (id, right_id) VALUES (1, 1), (2, 2), (3, NULL);
      INSERT INTO ms_own_right (id, left_id) VALUES (1, 77), (2, 3), (3, 1);
    `);
    expect((await sweep("own_node")).cleared).toEqual({ own_node: 3 });
    expect(await query(store, "SELECT id FROM {DBNICK}_own_node ORDER BY id")).toEqual([
      { id: "1" },
      { id: "2" },
      { id: "6" },
    ]);
    expect((await sweep("own_left")).cleared).toEqual({ own_left: 1, own_right: 2 });
    expect(await query(store, "SELECT id FROM {DBNICK}_own_left ORDER BY id")).toEqual([{ id: "2" }, { id: "3" }]);
  });

  it("counts an empty field as no orphan, whatever stands for empty [exe-15]", async () => {
    await store.exec(`
      INSERT INTO ms_own_strict (id, node_id, node_code) VALUES (1, 0, ''), (2, 55, '0'), (3, 2, '77'), (4, 0, NULL);
    `);
    expect((await sweep("own_node")).cleared).toEqual({ own_strict: 2 });
    expect(await query(store, "SELECT node_id, node_code FROM {DBNICK}_own_strict ORDER BY id")).toEqual([
      { node_id: "0", node_code: "" },
      { node_id: "0", node_code: "0" },
      { node_id: "2", node_code: null },
      { node_id: "0", node_code: null },
    ]);
  });

  it("leaves a table in work alone, and what stands behind it [exe-16]", async () => {
    await store.exec(`
      INSERT INTO ms_orders_version (id, order_id) VALUES (1, 5);
      INSERT INTO ms_orders_store (version_id) VALUES (9);
      INSERT INTO ms_oper_block (table_name, user_id, from_time, call_id) VALUES ('orders_version', 2, '2026-01-01 00:00:00', 'c');
    `);
    expect(await sweep("orders")).toEqual({ cleared: { orders_version: "busy" }, changed: [], unlocked: [] });
    expect(await query(store, "SELECT id FROM {DBNICK}_orders_store")).toHaveLength(1);
    await store.exec("DELETE FROM ms_oper_block");
    expect((await sweep("orders")).cleared).toEqual({ orders_version: 1, orders_store: 1 });
    await store.exec(
      "INSERT INTO ms_oper_block (table_name, user_id, from_time, call_id) VALUES ('orders', 2, '2026-01-01 00:00:00', 'c')",
    );
    expect(await failed(clear("ms_orders"))).toMatch(
      /^Table is busy: ms_orders, in work \(orders by ivan since 2026-01-01/,
    );
  });

  it("takes its tables into work by itself [exe-16]", async () => {
    const busy = "Unlock before this sweep: orders_store. It takes its tables into work by itself";
    expect(await failed({ do: "lock", tables: ["orders_store"] }, clear("orders"))).toBe(busy);
    expect(await failed({ do: "lock", tables: ["orders"] }, clear("orders"))).toMatch(
      /^Unlock before this sweep: orders\. /,
    );
    const others = await run([{ do: "lock", tables: ["lang"] }, clear("orders")]);
    expect(others.answer).toMatchObject({ ok: true, unlocked: ["lang"] });
  });

  it("is not for people, nor for a table without dependents [exe-17]", async () => {
    expect(await failed(clear("user"))).toMatch(/^This sweep is not for the agent: user\. /);
    expect(await failed(clear("ms_user_group"))).toMatch(/^This sweep is not for the agent: ms_user_group\. /);
    expect(await failed(clear("lang"))).toMatch(/^No dependent list for lang/);
    expect(await failed(clear("topics"))).toMatch(/^Unknown table: topics\. Similar: topic/);
  });
});

/** A field of a table of the random sweep, and what becomes of a row whose field points at nobody. */
interface ModelTie {
  readonly main: string;
  readonly table: string;
  readonly key: string;
  readonly emptied?: unknown;
}
type ModelRow = Record<string, number | string | null>;

const MODEL_TIES: readonly ModelTie[] = [
  { main: "own_node", table: "own_node", key: "parent_id" },
  { main: "own_left", table: "own_right", key: "left_id" },
  { main: "own_right", table: "own_left", key: "right_id" },
  { main: "own_node", table: "own_strict", key: "node_id", emptied: 0 },
  { main: "own_node", table: "own_strict", key: "node_code", emptied: null },
];

/** Sweeps rows in memory, from a table along its ties, until nothing changes. */
function sweepModel(rows: Record<string, ModelRow[]>, from: string): Record<string, ModelRow[]> {
  const reached = new Set([from]);
  for (const main of reached) for (const tie of MODEL_TIES) if (tie.main === main) reached.add(tie.table);
  const ties = MODEL_TIES.filter(({ main }) => reached.has(main));
  const swept = structuredClone(rows);
  const isOrphan = (row: ModelRow, { main, key }: ModelTie) =>
    ![null, 0, "0", ""].includes(row[key] as null) && !swept[main]?.some(({ id }) => String(id) === String(row[key]));
  for (let before = ""; before !== JSON.stringify(swept); ) {
    before = JSON.stringify(swept);
    for (const tie of ties) {
      const { table, key } = tie;
      if (!("emptied" in tie)) swept[table] = (swept[table] ?? []).filter((row) => !isOrphan(row, tie));
      else for (const row of swept[table] ?? []) if (isOrphan(row, tie)) row[key] = tie.emptied as null;
    }
  }
  return swept;
}

describe.each(engines)("a sweep of random rows, $engine", ({ make }) => {
  it("leaves what a plain model leaves [exe-15]", { timeout: 120_000 }, async () => {
    const store = await make();
    await store.exec(`
      INSERT INTO ms_user (id, login) VALUES (1, 'anna');
      CREATE TABLE ms_own_node (id INTEGER PRIMARY KEY, parent_id INTEGER);
      CREATE TABLE ms_own_left (id INTEGER PRIMARY KEY, right_id INTEGER);
      CREATE TABLE ms_own_right (id INTEGER PRIMARY KEY, left_id INTEGER);
      CREATE TABLE ms_own_strict (id INTEGER PRIMARY KEY, node_id INTEGER NOT NULL DEFAULT 0, node_code VARCHAR(10));
    `);
    const fields = {
      own_node: ["parent_id"],
      own_left: ["right_id"],
      own_right: ["left_id"],
      own_strict: ["node_id", "node_code"],
    };
    let state = Date.now() % 1_000_000;
    const seed = state;
    const below = (count: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    for (let round = 0; round < 25; round += 1) {
      const rows: Record<string, ModelRow[]> = {};
      const fill: object[] = [];
      for (const [table, keys] of Object.entries(fields)) {
        const ids = Array.from({ length: 12 }, (_, at) => at + 1).filter(() => below(3) > 0);
        const value = (key: string) => {
          if (below(5) === 0) return key === "node_id" ? 0 : null;
          return key === "node_code" ? String(below(16)) : below(16);
        };
        rows[table] = ids.map((id) => ({ id, ...Object.fromEntries(keys.map((key) => [key, value(key)])) }));
        fill.push({ do: "modify", sql: `DELETE FROM {DBNICK}_${table}` });
        if (ids.length > 0) fill.push({ do: "insert", table, rows: rows[table] });
      }
      const from = ["own_node", "own_left", "own_right"][round % 3] ?? "";
      const { answer } = await runWriting(store, [...fill, clear(from)], { relations: OWN });
      expect({ seed, round, answer }).toMatchObject({ answer: { ok: true } });
      const left: Record<string, unknown> = {};
      for (const table of Object.keys(fields))
        left[table] = await query(store, `SELECT * FROM {DBNICK}_${table} ORDER BY id`);
      const printed = Object.entries(sweepModel(rows, from)).map(([table, list]) => [
        table,
        list.map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? null : String(value)])),
        ),
      ]);
      expect({ seed, round, left }).toEqual({ seed, round, left: Object.fromEntries(printed) });
    }
    await store.close();
  });
});
