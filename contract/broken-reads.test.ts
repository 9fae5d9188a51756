import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Child, SmallDisk } from "@prilavok/faults";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RawServer } from "./raw-server.ts";
import { FreshStore, PRILAVOK, runPrilavok } from "./stores/fresh-store.ts";
import { type MariadbStoreDatabase, onServer, serverEngine } from "./stores/mariadb-store-database.ts";

const PASSWORD = "a password of the contract";
const ENDLESS = "SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b WHERE a.seq * b.seq = -1";
const MANY_ROWS = "SELECT a.seq, REPEAT('їжак ', 20) AS text FROM seq_1_to_100000 a, seq_1_to_100000 b";
const select = (sql: string) => ({ pool: [{ do: "select", sql, big: true }] });

/** One store on a server: opened by the agent's own process, and served over HTTP. */
let store: FreshStore;
let core: Child;
let home: string;
beforeAll(async () => {
  store = await FreshStore.create({ engine: serverEngine });
  await (store.database as MariadbStoreDatabase).makeNumbers(100_000);
  await runPrilavok(["user", "password", "admin", "--store", store.folder], { input: PASSWORD });
  home = mkdtempSync(join(tmpdir(), "prilavok-broken-reads-"));
  core = new Child(process.execPath, [PRILAVOK, "serve", store.folder, "--port", "0", "--json"]);
  await core.waitFor(/"url":"[^"]+"/);
  const { url } = JSON.parse(core.printed("stdout")) as { url: string };
  const words = ["login", url, "--login", "admin", "--store", join(home, "store"), "--no-keyring"];
  await runPrilavok(words, { settings: { PRILAVOK_CONFIG_DIR: join(home, "settings") }, input: PASSWORD });
}, 120_000);
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** The numbers of the connections that are at one of the two statements. */
async function atWork(): Promise<number[]> {
  const rows = await onServer(
    `SELECT id AS id FROM information_schema.processlist WHERE info LIKE 'SELECT%seq_1_to_100000%' AND info NOT LIKE '%processlist%'`,
  );
  return (rows as { id: number }[]).map(({ id }) => id);
}
const isAtWork = () => expect.poll(atWork, { timeout: 20_000, interval: 20 }).toHaveLength(1);
const nothingIsAtWork = () => expect.poll(atWork, { timeout: 5000, interval: 20 }).toEqual([]);

const ways = {
  "in the agent's process": () => ({ folder: store.folder, env: {} }),
  "over HTTP": () => ({ folder: join(home, "store"), env: { PRILAVOK_CONFIG_DIR: join(home, "settings") } }),
};

describe.each(Object.entries(ways))("a query of a store on a server %s", (where, way) => {
  const queries = () => join(way().folder, "mcp", "contract", "t", "queries");
  /** Everything that a query has left, finished or not. */
  const left = () => (existsSync(queries()) ? readdirSync(queries()) : []);
  const open = async () => {
    const { folder, env } = way();
    const server = new RawServer(folder, env);
    await server.initialize();
    await server.call("engine_db_select", { pool: [{ do: "select", sql: "SELECT 1 AS one" }] });
    return server;
  };
  /** No finished file; what a process had begun is swept by the next session. */
  const noneIsLeft = async () => {
    expect(left().filter((name) => name.endsWith(".jsonl"))).toEqual([]);
    await using _next = await open();
    expect(left()).toEqual([]);
  };
  beforeEach(() => rmSync(queries(), { recursive: true, force: true }));
  afterEach(async () => {
    for (const id of await atWork()) await onServer(`KILL ${id}`);
  });

  describe.each([
    ["that gives no row", ENDLESS],
    ["whose rows flow", MANY_ROWS],
  ])("%s", (_what, sql) => {
    it("ends in the server when its call is cancelled, and the next one works [dbp-15]", async () => {
      await using server = await open();
      const id = server.send("engine_db_select", select(sql));
      await isAtWork();
      server.cancel(id);
      await nothingIsAtWork();
      await expect.poll(left).toEqual([]);
      expect(await server.call("engine_db_select", select("SELECT 1 AS one"))).toMatchObject({ ok: true });
    });

    it("ends in the server when the agent's process is killed, and leaves no finished file", async () => {
      await using server = await open();
      server.send("engine_db_select", select(sql));
      await isAtWork();
      server.child.killGroup();
      // Core dies with that process: a statement without rows is left to the server's own time limit.
      if (where === "in the agent's process" && sql === ENDLESS)
        for (const id of await atWork()) await onServer(`KILL ${id}`);
      await nothingIsAtWork();
      await noneIsLeft();
    });

    it("ends in the server when standard input ends", async () => {
      await using server = await open();
      server.send("engine_db_select", select(sql));
      await isAtWork();
      server.child.stdin.end();
      await server.child.exited;
      await nothingIsAtWork();
      await noneIsLeft();
    });

    it("is told as broken when the server ends its connection, and the next one works", async () => {
      await using server = await open();
      const answer = server.request("tools/call", { name: "engine_db_select", arguments: select(sql) });
      await isAtWork();
      // A connection that is lost at once may have been lost while it lay idle: that is tried again.
      await pause(2500);
      for (const id of await atWork()) await onServer(`KILL ${id}`);
      expect(await answer).toMatchObject({ isError: true });
      expect(left()).toEqual([]);
      expect(await server.call("engine_db_select", select("SELECT 1 AS one"))).toMatchObject({ ok: true });
    });
  });

  it("ends in the server when the disk is full, says so, and leaves no file", async () => {
    mkdirSync(queries(), { recursive: true });
    using _disk = new SmallDisk(1024 * 1024, queries());
    await using server = await open();
    const { isError, content } = await server.request("tools/call", {
      name: "engine_db_select",
      arguments: select(MANY_ROWS),
    });
    expect({ isError, content }).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /^The rows of step 1 could not be written .*: the disk is full\. The query was stopped/,
          ),
        },
      ],
    });
    await nothingIsAtWork();
    expect(left()).toEqual([]);
    expect(await server.call("engine_db_select", select("SELECT 1 AS one"))).toMatchObject({ ok: true });
  });
});
