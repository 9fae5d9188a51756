import { renameSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Child, killAt, waitForNoLeftovers } from "@prilavok/faults";
import { statementRefusals } from "@prilavok/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStep, runStep, SqliteStore } from "./sqlite-store.ts";

const ENDLESS_STEP = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
const ENDLESS_ROWS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, 'some text' t FROM c";
const ONE_ROW = '{"x":"1"}\n';

const error = (text: string) => ({ kind: "error", text });

let store: SqliteStore;
beforeAll(() => {
  store = new SqliteStore({ readers: 4 });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

describe("a step that goes too far", () => {
  it("is stopped at its time limit, in the midst of one step of the engine", async () => {
    const startedAt = performance.now();
    const { end } = await store.read(ENDLESS_STEP, [], { timeoutMs: 500 });
    expect(end).toEqual(error(statementRefusals.ranOver(0.5)));
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("is stopped at its time limit when rows stream without an end", async () => {
    const { end } = await store.read(ENDLESS_ROWS, [], { timeoutMs: 500, maxRows: Number.MAX_SAFE_INTEGER });
    expect(end).toEqual(error(statementRefusals.ranOver(0.5)));
  });

  it("is stopped by a cancelled call, and its process is gone", async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 300);
    const connection = await store.steps.connect("read");
    const reading = readStep(connection, ENDLESS_STEP, [], { signal: cancel.signal });
    await pause(150);
    const atWork = store.readerPids();
    expect((await reading).end).toEqual(error(statementRefusals.cancelled));
    await connection.close();
    await expect
      .poll(() => store.readerPids().filter((pid) => atWork.includes(pid)).length)
      .toBeLessThan(atWork.length);
    expect((await store.read("SELECT 1 x", [], { signal: cancel.signal })).end).toEqual(
      error(statementRefusals.cancelled),
    );
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("says by whom its call was stopped, where that is known", async () => {
    const signal = AbortSignal.abort("This call was stopped by admin.");
    expect((await store.read("SELECT 1 x", [], { signal })).end).toEqual(error("This call was stopped by admin."));
    const stop = new AbortController();
    setTimeout(() => stop.abort("This call was stopped by admin."), 300);
    const { end } = await store.read(ENDLESS_STEP, [], { signal: stop.signal });
    expect(end).toEqual(error("This call was stopped by admin."));
  });

  it("is refused a single value over 64 MB, and gets one of 60 [dbs-05]", async () => {
    expect((await store.read("SELECT zeroblob(70000000)")).end).toEqual(error(statementRefusals.valueTooLarge(64)));
    expect((await store.read("SELECT CAST(zeroblob(70000000) AS TEXT)")).end).toEqual(
      error(statementRefusals.valueTooLarge(64)),
    );
    expect((await store.read("SELECT hex(zeroblob(30000000)) x")).text).toHaveLength('{"x":""}\n'.length + 60_000_000);
  });

  it("is stopped at the memory limit, wherever the memory goes [dbs-05]", async () => {
    const refused = error(statementRefusals.needsMemory(512));
    expect((await store.read("SELECT length(printf('%.*c', 500000000, 'x'))")).end).toEqual(refused);
    expect((await store.read("SELECT length(hex(zeroblob(260000000)))")).end).toEqual(refused);
    const hoard = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 1000)
      SELECT length(group_concat(printf('%.*c', 1000000, 'x'))) FROM c`;
    expect((await store.read(hoard)).end).toEqual(refused);
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("leaves the pool's connection unusable, in words", async () => {
    const connection = await store.steps.connect("read");
    await readStep(connection, ENDLESS_STEP, [], { timeoutMs: 200 });
    expect((await readStep(connection, "SELECT 1 x")).end).toEqual(error(statementRefusals.readingBroke));
    await connection.close();
  });
});

describe("a reader of rows", () => {
  it("that walks away ends the statement, and the next pool gets its own rows", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows(ENDLESS_ROWS, [], {
      maxRows: Number.MAX_SAFE_INTEGER,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    await rows.next();
    await rows.return({ kind: "done", rows: 0, sameNames: [] });
    await connection.close();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("that closes the connection before the end ends the statement too", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows(ENDLESS_ROWS, [], {
      maxRows: Number.MAX_SAFE_INTEGER,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    await rows.next();
    await connection.close();
    expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("that is slow holds the statement back instead of hoarding its rows [dbp-20]", async () => {
    const connection = await store.steps.connect("read");
    const rows = connection.rows(ENDLESS_ROWS, [], {
      maxRows: Number.MAX_SAFE_INTEGER,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    await rows.next();
    await pause(200);
    const before = process.memoryUsage().arrayBuffers;
    await pause(500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000);
    await rows.return({ kind: "done", rows: 0, sameNames: [] });
    await connection.close();
  });
});

describe("pools at once", () => {
  it("do not wait for each other", async () => {
    const cancel = new AbortController();
    const slow = store.read(ENDLESS_STEP, [], { signal: cancel.signal });
    for (let n = 0; n < 5; n++) expect((await store.read("SELECT 1 x")).text).toBe(ONE_ROW);
    expect(await Promise.race([slow.then(() => "slow"), pause(1, "quick")])).toBe("quick");
    cancel.abort();
    await slow;
  });

  it("keep at most two processes for the next ones", async () => {
    const steps = Array.from({ length: 4 }, () => store.read("SELECT 1 x"));
    for (const { text } of await Promise.all(steps)) expect(text).toBe(ONE_ROW);
    await expect.poll(() => store.readerPids().length).toBe(2);
  });

  it("beyond the store's limit take turns, within their own limits", async () => {
    await using small = new SqliteStore({ readers: 1 });
    const first = await small.steps.connect("read");
    await readStep(first, "SELECT 1 x");
    const cancel = new AbortController();
    const waiting = [
      small.read("SELECT 1 x", [], { timeoutMs: 300 }),
      small.read("SELECT 1 x", [], { signal: cancel.signal }),
      small.read("SELECT 1 x"),
      small.read("SELECT 1 x"),
    ] as const;
    cancel.abort();
    expect((await waiting[1]).end).toEqual(error(statementRefusals.cancelled));
    expect((await waiting[0]).end).toEqual(error(statementRefusals.allBusy(1, 0.3)));
    await first.close();
    expect((await waiting[2]).text).toBe(ONE_ROW);
    expect((await waiting[3]).text).toBe(ONE_ROW);
    expect(small.readerPids()).toHaveLength(1);
  });

  it("that wait are served when the process before them is killed", async () => {
    await using small = new SqliteStore({ readers: 1 });
    const killed = small.read(ENDLESS_STEP, [], { timeoutMs: 300 });
    const waiting = small.read("SELECT 1 x");
    expect((await killed).end).toEqual(error(statementRefusals.ranOver(0.3)));
    expect((await waiting).text).toBe(ONE_ROW);
  });
});

describe("a process that serves one pool after another", () => {
  it("carries nothing of a pool's session over", async () => {
    await using small = new SqliteStore({ readers: 1 });
    const writing = await small.steps.connect("write");
    await runStep(writing, "CREATE TEMP TABLE kept (x)");
    await runStep(writing, "ATTACH ':memory:' AS other");
    await runStep(writing, "PRAGMA case_sensitive_like = ON");
    await runStep(writing, "CREATE TABLE ms_left (x)");
    await runStep(writing, "BEGIN");
    await runStep(writing, "INSERT INTO ms_left VALUES (1)");
    await writing.close();
    const pids = small.readerPids();

    const traces = `SELECT (SELECT count(*) FROM sqlite_temp_schema) temp, (SELECT count(*) FROM pragma_database_list WHERE name = 'other') files,
      'A' LIKE 'a' folds, (SELECT count(*) FROM ms_left) rows, last_insert_rowid() id`;
    const clean = '{"temp":"0","files":"0","folds":"1","rows":"0","id":"0"}\n';
    expect((await small.read(traces)).text).toBe(clean);
    await small.read("PRAGMA case_sensitive_like = ON");
    await small.read("EXPLAIN PRAGMA query_only = 0");
    expect((await small.read(traces)).text).toBe(clean);
    expect((await small.read("SELECT query_only FROM pragma_query_only")).text).toBe('{"query_only":"1"}\n');
    expect(small.readerPids()).toEqual(pids);
  });

  it("that was killed from outside is told, and replaced", async () => {
    await using small = new SqliteStore({ readers: 1 });
    const reading = small.read(ENDLESS_STEP);
    await expect.poll(() => small.readerPids().length).toBe(1);
    for (const pid of small.readerPids()) process.kill(pid, "SIGKILL");
    expect((await reading).end).toEqual(error(statementRefusals.readingBroke));

    expect((await small.read("SELECT 1 x")).text).toBe(ONE_ROW);
    for (const pid of small.readerPids()) process.kill(pid, "SIGKILL");
    await pause(100);
    expect((await small.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("tells a file that is not there, and finds it once it is", async () => {
    await using small = new SqliteStore({ readers: 1 });
    renameSync(small.file, `${small.file}.away`);
    expect((await small.read("SELECT 1 x")).end).toEqual(error("unable to open database file"));
    renameSync(`${small.file}.away`, small.file);
    expect((await small.read("SELECT 1 x")).text).toBe(ONE_ROW);
  });

  it("ends with the store", async () => {
    const small = new SqliteStore();
    await small.read("SELECT 1 x");
    expect(small.readerPids()).toHaveLength(1);
    await small.steps.close();
    expect(small.readerPids()).toHaveLength(0);
    await small[Symbol.asyncDispose]();
  });
});

describe("the death of the parent", () => {
  const parent = (sql: string) => `
    import { sqliteStepConnections } from ${JSON.stringify(new URL("../dist/sql/sqlite-step-connections.js", import.meta.url).href)};
    const steps = sqliteStepConnections({
      file: ${JSON.stringify(store.file)}, limits: { readerMemoryMb: 512, readers: 2 }, log: () => {},
    });
    const connection = await steps.connect("read");
    const limits = { maxRows: 1, timeoutMs: 60_000, signal: new AbortController().signal };
    const read = async (sql) => { const rows = connection.rows(sql, [], limits); while (!(await rows.next()).done); };
    await read("SELECT 1");
    const busy = read(${JSON.stringify(sql)});
    setTimeout(() => console.log("at work"), 200);
    await busy;
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  `;

  it.each([
    ["at work", ENDLESS_STEP],
    ["idle", "SELECT 1"],
  ])("ends its processes within a second: %s [mod-04]", async (_, sql) => {
    await using child = new Child(process.execPath, ["--input-type=module", "-e", parent(sql)]);
    await killAt(child, { at: "output", pattern: /at work/ });
    expect(await waitForNoLeftovers(child, 1000)).toEqual([]);
  });
});
