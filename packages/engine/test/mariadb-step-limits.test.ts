import { setTimeout as pause } from "node:timers/promises";
import { Child } from "@prilavok/faults";
import { statementRefusals } from "@prilavok/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MariadbSteps, NO_LIMITS, readStep, TIME_LIMIT } from "./mariadb-steps.ts";

/** Works on without a row, until it is ended. */
const ENDLESS = "SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b WHERE a.seq * b.seq = -1";
/** Rows without an end, for a test's patience. */
const MANY_ROWS = "SELECT a.seq, 'some text' AS text FROM seq_1_to_100000 a, seq_1_to_100000 b";
const ONE_ROW = '{"x":"1"}\n';

const error = (text: string) => ({ kind: "error", text });
const unlimited = { ...NO_LIMITS, maxRows: Number.MAX_SAFE_INTEGER };

let store: MariadbSteps;
beforeAll(async () => {
  store = await MariadbSteps.create(4);
  for (const count of [4000, 5000, 100_000]) await store.scratch.makeNumbers(count);
});
afterAll(() => store[Symbol.asyncDispose]());

const nothingAtWork = () => expect.poll(() => store.scratch.atWork()).toEqual([]);

describe("a step that goes too far", () => {
  it("is stopped at its time limit, and in the server too [dbs-04]", async () => {
    const startedAt = performance.now();
    const { end } = await store.read(ENDLESS, [], { timeoutMs: 500 });
    expect(end).toEqual(error(statementRefusals.ranOver(0.5)));
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await nothingAtWork();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("is stopped at its time limit when rows stream without an end", async () => {
    const { end } = await store.read(MANY_ROWS, [], { timeoutMs: 500, maxRows: Number.MAX_SAFE_INTEGER });
    expect(end).toEqual(error(statementRefusals.ranOver(0.5)));
    await nothingAtWork();
  });

  it("is stopped by a cancelled call, and in the server too", async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 300);
    expect((await store.read(ENDLESS, [], { signal: cancel.signal })).end).toEqual(error(statementRefusals.cancelled));
    await nothingAtWork();
    expect((await store.read("SELECT 1 x", [], { signal: cancel.signal })).end).toEqual(
      error(statementRefusals.cancelled),
    );
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("says by whom its call was stopped, where that is known", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort("This call was stopped by admin."), 300);
    const { end } = await store.read(ENDLESS, [], { signal: stop.signal });
    expect(end).toEqual(error("This call was stopped by admin."));
  });

  it("stops at the row after the last it may have, whatever the table holds [dbp-12]", async () => {
    const startedAt = performance.now();
    expect((await store.read(MANY_ROWS)).end).toEqual({ kind: "tooMany" });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await nothingAtWork();
    expect((await store.read("SELECT seq FROM seq_1_to_5000")).end).toMatchObject({ kind: "done", rows: 5000 });
  });

  it("leaves the pool's connection unusable, in words", async () => {
    const connection = await store.steps.connect("read");
    await readStep(connection, ENDLESS, [], { timeoutMs: 200 });
    expect((await readStep(connection, "SELECT 1 x")).end).toEqual(error(statementRefusals.readingBroke));
    await connection.close();
  });

  it("is ended by the server itself where its Core is gone", async () => {
    const { text } = await store.read(`SELECT ${TIME_LIMIT} AS x`, [], { timeoutMs: 7000 });
    expect(Number(JSON.parse(text).x)).toBe(12);
  });
});

describe("a Core that is killed", () => {
  /** Another process that reads a statement's rows, slowly. */
  const reader = (sql: string, timeoutMs: number) =>
    new Child(process.execPath, [
      "--input-type=module",
      "-e",
      `import { openMysqlDatabase } from ${JSON.stringify(new URL("../dist/sql/mysql-database.js", import.meta.url).href)};
       import { mysqlStepConnections } from ${JSON.stringify(new URL("../dist/sql/mysql-step-connections.js", import.meta.url).href)};
       const { server } = await openMysqlDatabase(${JSON.stringify(store.scratch.address)}, "ms");
       const steps = mysqlStepConnections({ server, limits: { readerMemoryMb: 512, readers: 1 }, kill: async () => {} });
       const connection = await steps.connect("read");
       const limits = { maxRows: Number.MAX_SAFE_INTEGER, timeoutMs: ${timeoutMs}, signal: new AbortController().signal };
       for await (const _ of connection.rows(${JSON.stringify(sql)}, [], limits)) await new Promise((resolve) => setTimeout(resolve, 5));`,
    ]);

  it("in the midst of rows leaves no statement in the server", async () => {
    await using child = reader(MANY_ROWS, 60_000);
    await expect.poll(() => store.scratch.atWork(), { timeout: 20_000 }).toEqual([MANY_ROWS]);
    child.kill("SIGKILL");
    await child.exited;
    await expect.poll(() => store.scratch.atWork(), { timeout: 5000 }).toEqual([]);
  });

  it("before the first row leaves one no longer than its time limit and five seconds", async () => {
    await using child = reader(ENDLESS, 1000);
    await expect.poll(() => store.scratch.atWork(), { timeout: 20_000, interval: 20 }).toEqual([ENDLESS]);
    child.kill("SIGKILL");
    await child.exited;
    await expect.poll(() => store.scratch.atWork(), { timeout: 10_000 }).toEqual([]);
  });
});

describe("a reader of rows", () => {
  it("that walks away ends the statement, and the next pool gets its own rows", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows(MANY_ROWS, [], unlimited);
    await rows.next();
    await rows.return({ kind: "done", rows: 0, sameNames: [] });
    await connection.close();
    await nothingAtWork();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("that closes the connection before the end ends the statement too", async () => {
    const connection = await store.steps.connect("read");
    await connection.rows(MANY_ROWS, [], unlimited).next();
    await connection.close();
    await nothingAtWork();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("that is slow holds the server back instead of hoarding its rows [dbp-20]", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows(MANY_ROWS, [], unlimited);
    await rows.next();
    await pause(200);
    const before = process.memoryUsage().arrayBuffers;
    await pause(500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000);
    await rows.return({ kind: "done", rows: 0, sameNames: [] });
    await connection.close();
  });

  it("gets the server's own text where a statement is refused, and goes on on the same connection", async () => {
    const connection = await store.steps.connect("read");
    expect((await readStep(connection, "SELECT * FROM nope")).end).toEqual(
      error(`Table '${store.scratch.name}.nope' doesn't exist`),
    );
    expect((await readStep(connection, "SELECT a. FROM x")).end).toMatchObject({
      text: expect.stringMatching(/^You have an error in your SQL syntax/),
    });
    expect((await readStep(connection, "SELECT 1 x")).text).toBe(ONE_ROW);
    await connection.close();
  });

  it("gets an error in the midst of the rows as the end", async () => {
    const { end } = await store.read("SELECT IF(seq < 3000, seq, (SELECT 1 UNION SELECT 2)) x FROM seq_1_to_4000", []);
    expect(end).toEqual(error("Subquery returns more than 1 row"));
  });
});

describe("pools", () => {
  it("run at once without waiting for each other", async () => {
    const startedAt = performance.now();
    const ends = await Promise.all([1, 2, 3, 4].map(() => store.read("SELECT SLEEP(0.5) AS x")));
    expect(ends.map(({ text }) => text)).toEqual(Array(4).fill('{"x":"0"}\n'));
    expect(performance.now() - startedAt).toBeLessThan(1900);
  });

  it("beyond the store's number wait for one to end, and say so when none does", async () => {
    const taken = await Promise.all([1, 2, 3, 4].map(() => store.steps.connect("read")));
    for (const connection of taken) await readStep(connection, "SELECT 1 x");
    expect((await store.read("SELECT 1 x", [], { timeoutMs: 200 })).end).toEqual(
      error(statementRefusals.allBusy(4, 0.2)),
    );
    const waiting = store.read("SELECT 1 x");
    await Promise.all(taken.map((connection) => connection.close()));
    expect((await waiting).text).toBe(ONE_ROW);
  });
});
