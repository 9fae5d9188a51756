import { setTimeout as sleep } from "node:timers/promises";
import { waitForNoLeftovers } from "@prilavok/faults";
import { describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { RawServer } from "./raw-server.ts";
import { FreshStore, type StoreEngine } from "./stores/fresh-store.ts";
import { serverEngine } from "./stores/mariadb-store-database.ts";

const modify = (sql: string, params: object = {}) => ({ do: "modify", sql, params });
const select = (sql: string) => ({ do: "select", sql });
const INSERTS = 400;

/** A pool that takes a while: a lock, rows one by one, a tree that grows with them, a mark, a step without an end. */
const LONG_POOL = [
  { do: "lock", tables: ["brand", "lang"] },
  ...Array.from({ length: INSERTS }, (_, at) => [
    { do: "insert", table: "lang", rows: [{ id: at + 1, name: `lang ${at + 1}` }] },
    { do: "tree_add", table: "topic", parent_id: at },
  ]).flat(),
  { do: "change", tables: ["lang"] },
];

describe.each<StoreEngine>(["sqlite", serverEngine])("a server killed in mid-pool, %s", (engine) => {
  it.each([1, 60])(
    "leaves what the steps before have done, and its locks to their person, after %d rows [exe-18]",
    async (rows) => {
      await using store = await FreshStore.create({ engine });
      await using server = new RawServer(store.folder);
      await server.initialize();
      await server.call("engine_db_execute", { pool: [select("SELECT 1")] });
      server.send("engine_db_execute", { pool: LONG_POOL });
      while (((await store.database.snapshot()).get("ms_lang")?.length ?? 0) <= rows) await sleep(5);
      server.child.kill();
      await server.child.exited;
      expect(await waitForNoLeftovers(server.child)).toEqual([]);

      await using next = new RawServer(store.folder);
      await next.initialize();
      const ask = async (sql: string) => {
        const { steps } = await next.call("engine_db_select", { pool: [select(sql)] });
        return (steps as { data: Record<string, string>[] }[])[0]?.data ?? [];
      };
      const langs = await ask("SELECT id FROM {DBNICK}_lang ORDER BY id");
      const nodes = await ask("SELECT id, tindex, tlevel, absindex FROM {DBNICK}_topic ORDER BY absindex");
      expect(langs.length).toBeGreaterThanOrEqual(rows);
      expect(langs.length).toBeLessThan(INSERTS);
      expect(langs.map(({ id }) => id)).toEqual(langs.map((_, at) => `${at + 1}`));
      expect([langs.length, langs.length - 1]).toContain(nodes.length);
      expect(nodes).toEqual(
        nodes.map((_, at) => ({ id: `${at + 1}`, tindex: `${at}`, tlevel: `${at}`, absindex: `${at + 1}` })),
      );
      expect(await ask("SELECT table_name, version FROM {DBNICK}_change_mark")).toEqual(
        nodes.length === 0 ? [] : [{ table_name: "topic", version: `${nodes.length}` }],
      );

      const busy = await next.request("tools/call", {
        name: "engine_db_execute",
        arguments: { pool: [{ do: "lock", tables: ["lang"] }] },
      });
      expect(busy.isError).toBe(true);
      const { released } = (await next.call("engine_db_unlocks", {})) as { released: { rows: string[][] } };
      expect(released.rows.map(([table]) => table)).toEqual(["brand", "lang"]);
      expect(await next.call("engine_db_locks", {})).toMatchObject({ locks: { rows: [] } });
    },
  );
});

describe.each<StoreEngine>(["sqlite", serverEngine])("two servers on one store, %s", (engine) => {
  it("generate no id twice, and have a table in work one after the other [exe-12, exe-04]", async () => {
    await using store = await FreshStore.create({ engine });
    const ends = await Promise.all(
      [0, 1].map(async () => {
        await using server = new RawServer(store.folder);
        await server.initialize();
        const pool = [
          { do: "lock", tables: ["lang"] },
          ...Array.from({ length: 40 }, () => ({ do: "generate", table: "currency" })),
        ];
        const [first, second] = [server.request("tools/call", call(pool)), server.request("tools/call", call(pool))];
        return [await first, await second].map(({ content }) =>
          JSON.parse((content as { text: string }[])[0]?.text ?? ""),
        );
      }),
    );
    const pools = ends.flat() as { ok: boolean; steps: { value?: number; error?: string }[] }[];
    const values = pools.flatMap(({ steps }) => steps.flatMap(({ value }) => value ?? []));
    expect(new Set(values).size).toBe(values.length);
    expect(pools.some(({ ok }) => ok)).toBe(true);
    for (const { ok, steps } of pools) if (!ok) expect(steps[0]?.error).toMatch(/^Table is busy: lang/);
  });
});

function call(pool: readonly object[]): object {
  return { name: "engine_db_execute", arguments: { pool } };
}

describe.each(cells)("writing steps, $name", (cell) => {
  it("are seen by the next call where they change the registry or the rights [exe-19]", async () => {
    await using opened = await OpenedStore.create(cell);
    const unit = "MELBIS_AGENT_CURRENCY";
    await opened.ask("engine_db_execute", {
      pool: [modify("UPDATE {DBNICK}_agent_tool_command SET name = 'CmdShow' WHERE name = 'CmdList'")],
    });
    expect(await opened.ask("tool_list", { unit })).toMatchObject({ commands: [{ name: "CmdShow" }, {}, {}, {}, {}] });
    const taken = modify(
      "DELETE FROM {DBNICK}_oper_right WHERE oper_id IN (SELECT id FROM {DBNICK}_oper WHERE command = :C)",
      { C: "AGENT_TOOL_LIST" },
    );
    await opened.ask("engine_db_execute", { pool: [taken] });
    expect(await opened.call("tool_list", {})).toEqual({ isError: true, text: "ACCESS_DENIED" });
  });

  it("stand on a right of their own [exe-20]", async () => {
    await using opened = await OpenedStore.create(cell);
    const taken = modify(
      "DELETE FROM {DBNICK}_oper_right WHERE oper_id IN (SELECT id FROM {DBNICK}_oper WHERE command = :C)",
      { C: "AGENT_ENGINE_DB_EXECUTE" },
    );
    const { steps } = await opened.ask<{ steps: object[] }>("engine_db_execute", { pool: [taken] });
    expect(steps).toMatchObject([{ affected: 1 }]);
    expect(await opened.call("engine_db_execute", { pool: [taken] })).toEqual({ isError: true, text: "ACCESS_DENIED" });
    await opened.reconnect(true);
    const refused = await opened.call("engine_db_execute", { pool: [taken] });
    expect(refused.text).toMatch(/^ACCESS_DENIED: this user may not run AGENT_ENGINE_DB_EXECUTE.*Modify data/s);
  });

  it("do what they did before a call that is left, and give their tables back [exe-03, exe-05]", async () => {
    await using opened = await OpenedStore.create(cell, { limits: { readSeconds: 1 } });
    const slow =
      cell.engine === "sqlite"
        ? "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT COUNT(*) FROM c"
        : "SELECT SLEEP(30)";
    const { isError, data } = await opened.call("engine_db_execute", {
      pool: [
        { do: "lock", tables: ["lang"] },
        modify("INSERT INTO {DBNICK}_lang (id) VALUES (1)"),
        select(slow),
        select("SELECT 1"),
      ],
    });
    expect({ isError, data }).toMatchObject({
      isError: true,
      data: { ok: false, changed: [], unlocked: ["lang"] },
    });
    expect((data as { steps: { error?: string }[] }).steps.map(({ error }) => error ?? "")).toEqual([
      "",
      "",
      expect.stringMatching(/^The query ran over 1 s and was stopped/),
    ]);
    await sleep(10);
    expect(await opened.ask("engine_db_locks")).toMatchObject({ locks: { rows: [] } });
    const found = await opened.ask("engine_db_select", { pool: [select("SELECT id FROM {DBNICK}_lang")] });
    expect(found).toMatchObject({ steps: [{ data: [{ id: "1" }] }] });
  });
});
