import { statementRefusals } from "@prilavok/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMysqlDatabase } from "../src/sql/mysql-database.ts";
import { mysqlStepConnections } from "../src/sql/mysql-step-connections.ts";
import { UnreachableDatabase } from "../src/sql/unreachable-database.ts";
import { MariadbSteps, NO_LIMITS, readStep } from "./mariadb-steps.ts";

const ONE_ROW = '{"x":"1"}\n';

let store: MariadbSteps;
beforeAll(async () => {
  store = await MariadbSteps.create();
  await store.scratch.makeNumbers(4000);
});
afterAll(() => store[Symbol.asyncDispose]());

/** Ends every connection to the database, as a server does with idle ones; a `KILL` leaves no time to notice it. */
async function killAll(): Promise<void> {
  const ids = await store.scratch.connections();
  expect(ids.length).toBeGreaterThan(0);
  await store.scratch.onServer(...ids.map((id) => `KILL ${id}`));
}

describe("a connection that the server has ended while it lay idle", () => {
  it("is opened anew by a reading step, in silence", async () => {
    for (let turn = 0; turn < 5; turn++) {
      expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
      await killAll();
      expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
    }
  });

  it("is opened anew by the next step of a reading pool", async () => {
    const connection = await store.steps.connect("read");
    await readStep(connection, "SELECT 1 x");
    await killAll();
    expect((await readStep(connection, "SELECT 1 x")).text).toBe(ONE_ROW);
    await connection.close();
  });

  it("is opened anew before the first step of a writing pool, and never in the midst of one", async () => {
    await store.read("SELECT 1 x");
    await killAll();
    const connection = await store.steps.connect("write");
    expect(await connection.run("DO 1", [], NO_LIMITS)).toEqual({ affected: 0, insertId: "0" });
    await killAll();
    expect(await connection.run("DO 1", [], NO_LIMITS)).toEqual({ error: statementRefusals.writingBroke });
    await connection.close();
  });

  it("is opened anew by Core's own reads", async () => {
    for (let turn = 0; turn < 5; turn++) {
      expect(await store.db.all("SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await killAll();
      expect(await store.db.all("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    }
  });
});

describe("a connection lost in the midst of rows", () => {
  it("ends the step in words, and the next pool works", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows("SELECT a.seq FROM seq_1_to_4000 a, seq_1_to_4000 b", [], {
      ...NO_LIMITS,
      maxRows: Number.MAX_SAFE_INTEGER,
    });
    await rows.next();
    await killAll();
    let next = await rows.next();
    while (next.done !== true) next = await rows.next();
    expect(next.value).toMatchObject({ kind: "error" });
    await connection.close();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });
});

it("a statement over its time is told so where the server cannot be reached to end it", async () => {
  const steps = mysqlStepConnections({
    server: store.db.server,
    limits: { readerMemoryMb: 512, readers: 1 },
    kill: () => Promise.reject(new Error("nobody is there")),
  });
  const connection = await steps.connect("read");
  const { end } = await readStep(connection, "SELECT SLEEP(3)", [], { timeoutMs: 200 });
  expect(end).toEqual({ kind: "error", text: statementRefusals.ranOver(0.2) });
  await connection.close();
  await steps.close();
});

describe("a server that does not let Core in", () => {
  it.each([
    ["nobody listens", { port: 1 }, "127.0.0.1:1/d cannot be used: nobody listens there."],
    ["no such socket", { socket: "/nowhere.sock" }, "cannot be used: nobody listens there."],
    ["no such database", { database: "no_such_database" }, "Unknown database 'no_such_database'"],
    [
      "a wrong password",
      { user: "prilavok_nobody", password: "top secret" },
      "Access denied for user 'prilavok_nobody'",
    ],
    ["no TLS", { tls: "on" as const, database: "mysql" }, "TLS"],
  ])("says why, in words: %s", async (_, wrong, words) => {
    const address = { ...store.scratch.address, database: "d", ...wrong };
    const failure = await openMysqlDatabase(address, "ms").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreachableDatabase);
    expect(String(failure)).toContain(words);
    expect(String(failure)).not.toContain("top secret");
  });
});

describe("ending a connection in the server", () => {
  const thread = async () => {
    const [row] = await store.scratch.exec("SELECT CONCAT(@@hostname, ':', @@port) AS node");
    const [id = 0] = await store.scratch.connections();
    return { id, node: String(row?.node) };
  };

  it("leaves alone what another server of a cluster knows by that number", async () => {
    await store.read("SELECT 1 x");
    const { id, node } = await thread();
    await store.db.kill({ id, node: `another-${node}` });
    expect(await store.scratch.connections()).toContain(id);
    await store.db.kill({ id, node });
    await expect.poll(() => store.scratch.connections()).not.toContain(id);
  });

  it("is done where the connection is gone already, and over one that was lost while it lay idle", async () => {
    const { id, node } = await thread();
    await killAll();
    await store.db.kill({ id, node });
    await store.db.kill({ id, node });
  });
});
