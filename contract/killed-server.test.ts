import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compareSqlite, killAt, SmallDisk, snapshotSqlite, waitForNoLeftovers } from "@prilavok/faults";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RawServer } from "./raw-server.ts";
import { FreshStore } from "./stores/fresh-store.ts";

const UNIT = "CONTRACT_LONG";
const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c)";
const select = (sql: string, more: object = {}) => ({ pool: [{ do: "select", sql, ...more }] });

let store: FreshStore;
beforeEach(async () => {
  store = await FreshStore.create();
  await store.addTool("contract_long", LONG_MODULE, LONG_REGISTRY);
});
afterEach(() => store[Symbol.dispose]());

const tables = () => join(store.folder, "mcp", "contract", "t", "tables");
const tableFile = () => join(tables(), `${UNIT}.CmdRows.rows.jsonl`);

/** What a call that is cut has to be in: each is running, in its own process or in the server's, when the end comes. */
const busy: [string, string, object][] = [
  ["a query that never ends", "engine_db_select", select(`${endless} SELECT COUNT(*) FROM c`)],
  ["rows that never end", "engine_db_select", select(`${endless} SELECT n FROM c`, { big: true })],
  ["a module that loops", "tool_run", { unit: UNIT, command: "CmdLoop" }],
  ["a module that waits in a statement", "tool_run", { unit: UNIT, command: "CmdStatement" }],
  ["a module whose table never ends", "tool_run", { unit: UNIT, command: "CmdRows", params: { count: 1_000_000_000 } }],
];

describe.each(busy)("%s", (_what, tool, args) => {
  it("leaves no process when standard input ends, and the server ends within a second [srv-21, mod-04]", async () => {
    await using server = new RawServer(store.folder);
    await server.initialize();
    server.send(tool, args);
    await sleep(1000);
    const endedAt = Date.now();
    server.child.stdin.end();
    expect((await server.child.exited).signal).toBeNull();
    expect(Date.now() - endedAt).toBeLessThan(1000);
    expect(await waitForNoLeftovers(server.child)).toEqual([]);
  });

  it("leaves no process and no file when the server is killed [mod-04, run-07, dbp-15]", async () => {
    await using server = new RawServer(store.folder);
    await server.initialize();
    server.send(tool, args);
    await killAt(server.child, { at: "time", afterMs: 1000 });
    expect(await waitForNoLeftovers(server.child)).toEqual([]);
    expect(finishedFiles(join(store.folder, "mcp"))).toEqual([]);
  });
});

describe("an output outside the store folder", () => {
  it("that a killed server has left half-written goes with the next one into that folder, and nothing else does", async () => {
    const folder = mkdtempSync(`${store.folder}-results-`);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, ".999999999.ab12.part"), "of another program");
    await using server = new RawServer(store.folder);
    await server.initialize();
    server.send(
      "engine_db_select",
      select(`${endless} SELECT n FROM c`, { big: true, output: join(folder, "a.jsonl") }),
    );
    await killAt(server.child, { at: "time", afterMs: 1500 });
    expect(readdirSync(folder)).toHaveLength(2);
    await using again = new RawServer(store.folder);
    await again.initialize();
    await again.call("engine_db_select", select("SELECT 1 AS a", { output: join(folder, "b.jsonl") }));
    expect(readdirSync(folder).sort()).toEqual([".999999999.ab12.part", "b.jsonl"]);
  });
});

describe("a table's file", () => {
  it("stays the earlier one when the server is killed while it writes anew, and a job's file too [run-07, run-08]", async () => {
    const rows = (count: number) => ({ unit: UNIT, command: "CmdRows", params: { count }, into: "job" });
    await using server = new RawServer(store.folder);
    await server.initialize();
    await server.call("tool_run", rows(3));
    const before = [tableFile(), join(tables(), "job.rows.jsonl")].map((path) => readFileSync(path, "utf8"));
    server.send("tool_run", rows(1_000_000_000));
    await killAt(server.child, { at: "time", afterMs: 1500 });
    expect([tableFile(), join(tables(), "job.rows.jsonl")].map((path) => readFileSync(path, "utf8"))).toEqual(before);
    await using again = new RawServer(store.folder);
    await again.initialize();
    const answer = await again.call("tool_run", rows(2));
    expect(answer).toMatchObject({ tables: { rows: { rows: 2, job_rows: 5 } } });
    expect(readFileSync(tableFile(), "utf8").split("\n")).toHaveLength(3);
  });

  it("is one call's as a whole when two calls write it at once [run-07]", async () => {
    await using server = new RawServer(store.folder);
    await server.initialize();
    const run = (count: number) => server.call("tool_run", { unit: UNIT, command: "CmdRows", params: { count } });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([run(20_000), run(30_000)]);
      const lines = readFileSync(tableFile(), "utf8").trimEnd().split("\n");
      expect([20_000, 30_000]).toContain(lines.length);
      expect(new Set(lines.map((line) => (JSON.parse(line) as { of: number }).of))).toEqual(new Set([lines.length]));
    }
  });

  it("is not there when the disk is full, the refusal says so, and the next call works [run-08]", async () => {
    mkdirSync(join(store.folder, "mcp"), { recursive: true });
    using disk = new SmallDisk(1024 * 1024, join(store.folder, "mcp"));
    await using server = new RawServer(store.folder);
    await server.initialize();
    const answer = await server.request("tools/call", {
      name: "tool_run",
      arguments: { unit: UNIT, command: "CmdRows", params: { count: 100_000 } },
    });
    expect(answer.isError).toBe(true);
    expect(finishedFiles(disk.path)).toEqual([]);
    expect(await server.call("tool_run", { unit: UNIT, command: "CmdRows", params: { count: 2 } })).toMatchObject({
      tables: { rows: { rows: 2 } },
    });
  });
});

describe("the store", () => {
  it("keeps every row that was acknowledged when the server is killed among calls [sch-04]", async () => {
    await using server = new RawServer(store.folder);
    await server.initialize();
    const ids: number[] = [];
    const adding = (async () => {
      for (;;) {
        const answer = await server.call("tool_run", {
          unit: "MELBIS_AGENT_CURRENCY",
          command: "CmdAdd",
          params: { name: `c${ids.length}` },
        });
        ids.push(Number((answer.detail as { id: unknown }).id));
      }
    })();
    const ended = adding.catch(() => "ended");
    while (ids.length < 20) await Promise.race([sleep(5), adding]);
    server.child.killGroup();
    await ended;
    const kept = snapshotSqlite(store.databaseFile).get("ms_currency")?.slice(1) ?? [];
    expect(kept.map((line) => Number((JSON.parse(line) as unknown[])[0]))).toEqual(expect.arrayContaining(ids));
  });

  it("takes calls of several servers at once and loses none [sch-04]", async () => {
    const before = snapshotSqlite(store.databaseFile);
    const servers = [new RawServer(store.folder), new RawServer(store.folder), new RawServer(store.folder)];
    await Promise.all(
      servers.map(async (server, number) => {
        await using one = server;
        await one.initialize();
        const pool = Array.from({ length: 20 }, (_, step) => ({
          unit: "MELBIS_AGENT_CURRENCY",
          command: "CmdAdd",
          params: { name: `server ${number}, row ${step}` },
        }));
        expect(await one.call("tool_pool", { pool })).toMatchObject({ result: true });
      }),
    );
    const { ms_currency: change } = compareSqlite(before, snapshotSqlite(store.databaseFile));
    expect(change?.added).toHaveLength(60);
    expect(new Set(change?.added.map((line) => (JSON.parse(line) as unknown[])[0])).size).toBe(60);
  });
});

/** The `.jsonl` files below a folder: the finished ones carry that name, what is being written does not. */
function finishedFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jsonl"));
}

const LONG_MODULE = `
export const CmdLoop = async () => { for (;;) {} };
export const CmdStatement = async ({ db }) => ({ result: true, detail: await db.rows("${endless} SELECT COUNT(*) FROM c") });
export const CmdRows = async ({ params }) => ({ result: true, message: "rows", tables: { rows: rows(params.count) } });
function* rows(of) { for (let id = 0; id < of; id += 1) yield { id, of }; }
`;

const LONG_REGISTRY = {
  path: "Contract -> Long",
  descr: "Commands that take long",
  commands: [
    { name: "CmdLoop", descr: "Loops", params: [], files: null },
    { name: "CmdStatement", descr: "Waits in a statement", params: [], files: null },
    {
      name: "CmdRows",
      descr: "Answers many rows",
      params: [{ name: "count", type: "int", required: true, descr: "How many" }],
      files: null,
    },
  ],
};
