import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../src/sql/database.ts";
import { stepDatabase } from "../src/sql/step-database.ts";
import { MariadbSteps, NO_LIMITS } from "./mariadb-steps.ts";
import { ModuleStore } from "./module-store.ts";
import { runWriting } from "./steps-store.ts";

const FIRST = "UPDATE ms_pair SET n = n + 1 WHERE id = 1";
const SECOND = "UPDATE ms_pair SET n = n + 1 WHERE id = 2";
const MEETING_MS = 500;

let server: MariadbSteps;
let modules: ModuleStore;
beforeAll(async () => {
  server = await MariadbSteps.create();
  modules = await ModuleStore.open({}, server.scratch);
  await server.scratch.exec(
    "CREATE TABLE ms_pair (id INT PRIMARY KEY, n INT)",
    "CREATE TABLE ms_heavy (id INT PRIMARY KEY, n INT)",
    "INSERT INTO ms_pair VALUES (1, 0), (2, 0)",
    `INSERT INTO ms_heavy VALUES ${Array.from({ length: 200 }, (_, id) => `(${id}, 0)`).join(", ")}`,
  );
});
beforeEach(() => server.scratch.exec("UPDATE ms_pair SET n = 0"));
afterAll(async () => {
  await modules[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const inPool = (...list: readonly object[]) => runWriting({ db: server.db, connectSteps: server.steps.connect }, list);

/**
 * Another writer, who has written more, so that whoever meets them is undone: they do what `holds` says, and what `wants`
 * says when the others wait for them.
 */
async function otherWriter(holds: string, ...wants: readonly string[]): Promise<{ readonly ended: Promise<void> }> {
  const other = await createConnection(server.scratch.url);
  for (const sql of ["START TRANSACTION", "UPDATE ms_heavy SET n = n + 1", holds]) await other.query(sql);
  const meet = async () => {
    for (const sql of [...wants, "COMMIT"]) await other.query(sql);
    await other.end();
  };
  return { ended: pause(MEETING_MS).then(meet) };
}

describe("a deadlock, as writers on two servers of a cluster meet it when they commit", () => {
  const numbers = () => server.scratch.exec("SELECT n FROM ms_pair ORDER BY id");
  async function meetIn(db: Database): Promise<number> {
    const { ended } = await otherWriter(SECOND, FIRST);
    let runs = 0;
    await db.transaction(async () => {
      runs += 1;
      await db.run(FIRST);
      await db.run(SECOND);
    });
    await ended;
    return runs;
  }

  it("makes a transaction of Core's own run again, and nothing is written twice", async () => {
    expect(await meetIn(server.db)).toBe(2);
    expect(await numbers()).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("does the same on the connection of a pool", async () => {
    const connection = await server.steps.connect("write");
    expect(await meetIn(stepDatabase(connection, "ms", NO_LIMITS))).toBe(2);
    expect(connection.inTransaction).toBe(false);
    await connection.close();
    expect(await numbers()).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("does the same when a module takes a table into work", async () => {
    const { ended } = await otherWriter(
      "INSERT INTO ms_oper_block (table_name, user_id, call_id) VALUES ('brand', 1, 'other')",
      "UPDATE ms_store_meta SET value = value + 1 WHERE name = 'locks'",
      "DELETE FROM ms_oper_block",
    );
    await server.scratch.exec(
      "INSERT INTO ms_store_meta VALUES ('locks', '1') ON DUPLICATE KEY UPDATE value = value + 1",
    );
    const { answer, crash } = await modules.runBody(`
      const refusal = await c.lock("brand");
      return refusal ?? { result: true, detail: await c.db.rows("SELECT table_name FROM {DBNICK}_oper_block") };`);
    await ended;
    expect(crash).toBeUndefined();
    expect(answer).toMatchObject({ result: true, detail: [{ table_name: "brand" }] });
  });

  it("is told of a transaction that a pool's steps have begun, which is undone whole", async () => {
    const { ended } = await otherWriter(SECOND, FIRST);
    const modify = (sql: string) => ({ do: "modify", sql });
    const { answer } = await inPool(modify("START TRANSACTION"), modify(FIRST), modify(SECOND), modify("COMMIT"));
    await ended;
    expect(answer.steps).toHaveLength(3);
    expect(answer.steps[2]?.["error"]).toMatch(
      /^Deadlock found when trying to get lock; try restarting transaction\. The transaction that a step had begun was rolled back/,
    );
    expect(await numbers()).toEqual([{ n: 1 }, { n: 1 }]);
  });
});

describe("taking tables into work", () => {
  it("writes a row that all such transactions write, so that servers of a cluster let one of two through", async () => {
    const turns = async () => {
      const [row] = await server.scratch.exec("SELECT value FROM ms_store_meta WHERE name = 'locks'");
      return Number(row?.["value"] ?? 0);
    };
    const before = await turns();
    await modules.runBody(`await c.lock("brand"); return { result: true };`);
    await inPool({ do: "lock", tables: ["store"] }, { do: "tree_add", table: "topic", parent_id: 0 });
    expect(await turns()).toBe(before + 3);
  });
});
