import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockHolder } from "../src/process/lock-holder.ts";
import type { ConnectSteps, StepConnection } from "../src/sql/database.ts";
import { listLocks, unlockOwn } from "../src/steps/locks.ts";
import { done, engines, failed, query } from "./execute-engines.ts";
import { runWriting, type StepsStore } from "./steps-store.ts";

const lock = (...tables: string[]) => ({ do: "lock", tables });
const unlock = (...tables: string[]) => ({ do: "unlock", ...(tables.length === 0 ? {} : { tables }) });
const select = (sql: string) => ({ do: "select", sql });
const LOCKED = select("SELECT table_name, user_id, call_id, holder FROM {DBNICK}_oper_block ORDER BY table_name");

describe.each(engines)("the locks of a pool, $engine", ({ engine, make }) => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec(`
      INSERT INTO ms_user (id, login) VALUES (1, 'anna'), (2, 'ivan');
      INSERT INTO ms_oper (id, name, command) VALUES (5, 'Modify data', 'AGENT_ENGINE_DB_EXECUTE');
    `);
  });
  beforeEach(() => store.exec("DELETE FROM ms_oper_block"));
  afterAll(() => store.close());

  const held = async () => (await listLocks(store.db)).locks.rows;
  const tablesHeld = async () => (await held()).map(([table]) => table);
  const others = (table: string, more = "") =>
    store.exec(
      `INSERT INTO ms_oper_block (table_name, user_id, from_time, call_id, holder) VALUES ('${table}', 2, '2026-01-02 03:04:05', 'c', '${more}')`,
    );
  const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT COUNT(*) FROM c a, c b";
  const slow = engine === "SQLite" ? endless : "SELECT SLEEP(30)";

  it("are marks that everybody sees: by whom, by which operation, since when [exe-04]", async () => {
    const { answer, rows } = await runWriting(store, [
      lock("ms_currency", "brand", "_brand"),
      LOCKED,
      select("SELECT oper_id, from_time FROM {DBNICK}_oper_block WHERE table_name = 'brand'"),
    ]);
    expect(answer.steps[0]).toEqual({ num: 1, do: "lock", tables: ["currency", "brand"] });
    const mark = {
      user_id: "1",
      call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      holder: expect.stringContaining(lockHolder()),
    };
    expect(rows["steps.2"]).toEqual([
      { table_name: "brand", ...mark },
      { table_name: "currency", ...mark },
    ]);
    const today = new Date().toLocaleDateString("en-CA", { timeZone: "Pacific/Kiritimati" });
    expect(rows["steps.3"]).toEqual([{ oper_id: "5", from_time: expect.stringMatching(`^${today} `) }]);
    expect(answer.unlocked).toEqual(["brand", "currency"]);
    expect(await held()).toEqual([]);
  });

  it("are taken all or none, in the caller's spelling [exe-04]", async () => {
    await others("store");
    expect(await failed(store, lock("brand", "ms_store", "currency"))).toMatch(
      /^Table is busy: ms_store, in work \(store by ivan since 2026-01-02 03:04:05\)\. Nothing was taken/,
    );
    expect(await tablesHeld()).toEqual(["store"]);
    expect(await failed(store, lock("brand", "nope"))).toMatch(/^Unknown table: nope/);
    expect(await tablesHeld()).toEqual(["store"]);
  });

  it("wait a moment for a busy table [exe-04]", async () => {
    await others("store");
    const taking = done(store, lock("store"));
    await pause(400);
    await store.exec("DELETE FROM ms_oper_block");
    expect(await taking).toEqual([{ tables: ["store"] }]);
  });

  it("of one pool are no other's, whoever it works for [exe-04]", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        runWriting(store, [lock("store", "brand"), select("SELECT 1"), unlock()], { personId: 1 + (at % 2) }),
      ),
    );
    const ended = outcomes.map(({ answer }) => (answer.ok ? "ok" : String(answer.steps[0]?.error)));
    expect(ended.filter((end) => end !== "ok" && !end.startsWith("Table is busy: "))).toEqual([]);
    expect(ended).toContain("ok");
    expect(await held()).toEqual([]);
  });

  it("are given back by unlock, what this pool took and nothing else [exe-05]", async () => {
    await others("store");
    expect(
      await done(store, lock("brand", "currency", "lang"), unlock("ms_lang"), unlock("brand"), unlock(), unlock()),
    ).toEqual([
      { tables: ["brand", "currency", "lang"] },
      { tables: ["lang"] },
      { tables: ["brand"] },
      { tables: ["currency"] },
      { tables: [] },
    ]);
    expect(await failed(store, lock("brand"), unlock("brand", "ms_store", "lang"))).toMatch(
      /^Not locked by this pool: ms_store, lang\. /,
    );
    expect(await tablesHeld()).toEqual(["store"]);
  });

  it("may be taken again by their pool", async () => {
    const { answer } = await runWriting(store, [lock("brand"), lock("brand", "lang"), LOCKED]);
    expect(answer).toMatchObject({ ok: true, unlocked: ["brand", "lang"] });
  });

  it("are given back after an error, and told [exe-05]", async () => {
    const { answer } = await runWriting(store, [
      lock("brand"),
      { do: "change", tables: ["brand"] },
      select("SELECT nope"),
    ]);
    expect(answer).toMatchObject({ ok: false, changed: ["brand"], unlocked: ["brand"] });
    expect(await held()).toEqual([]);
  });

  it("are given back when a step ran over its time and its connection is gone [exe-05]", async () => {
    const timeouts = { stepMs: 700, longStepMs: 700 };
    const { answer } = await runWriting(store, [lock("brand"), select(slow), unlock()], { timeouts });
    expect(answer.steps[1]?.error).toMatch(/^The query ran over 0.7 s and was stopped/);
    expect(answer).toMatchObject({ ok: false, unlocked: ["brand"] });
    expect(answer.steps).toHaveLength(2);
    expect(await held()).toEqual([]);
  });

  it("are given back when the call is cancelled, and what was done stays [exe-05]", async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 700);
    const list = [
      lock("brand"),
      { do: "modify", sql: "INSERT INTO {DBNICK}_lang (id) VALUES (77)" },
      { do: "change", tables: ["lang"] },
      { do: "modify", sql: engine === "SQLite" ? `UPDATE {DBNICK}_lang SET pos = (${endless})` : "DO SLEEP(30)" },
    ];
    const { answer } = await runWriting(store, list, { signal: cancel.signal });
    expect(answer).toMatchObject({ ok: false, changed: ["lang"], unlocked: ["brand"] });
    expect(answer.steps[3]?.error).toBe("The query was stopped: the call was cancelled");
    expect(await held()).toEqual([]);
    expect(await query(store, "SELECT pos FROM {DBNICK}_lang WHERE id = 77")).toEqual([{ pos: "0" }]);
  });

  it("are given back when nobody reads the answer any more [exe-05]", async () => {
    const { runWritePool } = await import("../src/steps/run-write-pool.ts");
    const pool = runWritePool([lock("brand"), select("SELECT 1 AS a"), select("SELECT 2 AS b")], {
      db: store.db,
      connectSteps: store.connectSteps,
      relations: [],
      signal: new AbortController().signal,
      personId: 1,
      timezone: "UTC",
      log: () => {},
    });
    await pool.next();
    await pool.return({ refusal: "" });
    expect(await held()).toEqual([]);
  });

  it("are given back over another connection where the pool's own is lost at its end", async () => {
    const connectSteps = losingItsFirst(store.connectSteps);
    const { answer } = await runWriting(store, [lock("brand"), { do: "change", tables: ["brand"] }], { connectSteps });
    expect(answer).toMatchObject({ ok: true, changed: ["brand"], unlocked: ["brand"] });
    expect(await held()).toEqual([]);
  });

  it("that a database refuses to take end their pool at once", async () => {
    const connectSteps = onlyReading(store.connectSteps);
    const { answer } = await runWriting(store, [lock("brand")], { connectSteps });
    expect(answer).toMatchObject({ ok: false, steps: [{ error: "it only reads" }], unlocked: [] });
    expect(answer.ms).toBeLessThan(10_000);
  });

  it("of a process that is gone are lifted by their person only [exe-05]", async () => {
    await others("brand", `${hostname()}:999999999:1`);
    await others("lang", lockHolder());
    const lift = (personId: number) =>
      unlockOwn(store.connectSteps, "ms", { personId, signal: new AbortController().signal });
    expect((await lift(1)).released.rows).toEqual([]);
    expect((await lift(2)).released.rows.map(([table]) => table)).toEqual(["brand"]);
    expect(await tablesHeld()).toEqual(["lang"]);
  });

  it("stand in the way of tree steps of other calls, not of the pool's own [exe-14]", async () => {
    const add = { do: "tree_add", table: "ms_topic", parent_id: 0 };
    await done(store, lock("topic"), add);
    await others("topic");
    expect(await failed(store, add)).toMatch(/^Table is busy: ms_topic, in work \(topic by ivan /);
    expect(await query(store, "SELECT COUNT(*) AS n FROM {DBNICK}_topic")).toEqual([{ n: "1" }]);
  });
});

describe.each(engines)("a generator, $engine", ({ make }) => {
  it("gives nobody an id that another got, over several connections at once [exe-12]", async () => {
    const store = await make();
    const generate = { do: "generate", table: "store" };
    const lists = Array.from({ length: 8 }, () => done(store, ...Array.from({ length: 50 }, () => generate)));
    const values = (await Promise.all(lists)).flat().map((step) => step.value);
    expect(values.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 400 }, (_, at) => at + 1),
    );
    await store.close();
  });
});

/** Connections to a database that only reads. */
function onlyReading(connect: ConnectSteps): ConnectSteps {
  return async (mode) => {
    const connection = await connect(mode);
    const writes = /^(INSERT|UPDATE|DELETE)/;
    return refusing(connection, (sql) => (writes.test(sql) ? "it only reads" : undefined));
  };
}

/** Connections of which the first fails at every statement from the pool's end on. */
function losingItsFirst(connect: ConnectSteps): ConnectSteps {
  let first = true;
  return async (mode) => {
    const connection = await connect(mode);
    if (!first) return connection;
    first = false;
    let locked = false;
    return refusing(connection, (sql) => {
      if (locked && /^(BEGIN|START|DELETE|INSERT INTO ms_change_mark)/.test(sql)) return "the connection is lost";
      locked ||= sql === "COMMIT";
      return undefined;
    });
  };
}

/** The connection, but for the statements that are refused. */
function refusing(connection: StepConnection, why: (sql: string) => string | undefined): StepConnection {
  return {
    dialect: connection.dialect,
    rules: connection.rules,
    get inTransaction() {
      return connection.inTransaction;
    },
    isUndone: false,
    rows: (sql, values, limits) => connection.rows(sql, values, limits),
    run: async (sql, values, limits) => {
      const error = why(sql);
      return error === undefined ? connection.run(sql, values, limits) : { error };
    },
    close: () => connection.close(),
  };
}
