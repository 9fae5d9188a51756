import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MariadbScratch, SERVER_ENGINE } from "./mariadb-scratch.ts";
import { ModuleStore } from "./module-store.ts";

let scratch: MariadbScratch;
let store: ModuleStore;
beforeAll(async () => {
  scratch = await MariadbScratch.create();
  store = await ModuleStore.open({ moduleSeconds: 20 }, scratch);
  for (const count of [3, 3000, 5000, 100_000, 300_000]) await scratch.makeNumbers(count);
  await scratch.exec(
    "CREATE TABLE ms_note (id INT AUTO_INCREMENT PRIMARY KEY, text TEXT, data BLOB)",
    "CREATE TABLE ms_plain (id INT PRIMARY KEY, text TEXT)",
    "INSERT INTO ms_note (text) VALUES ('first')",
  );
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

/** What a command with this body puts into `detail`. */
async function detail(body: string): Promise<unknown> {
  const { answer, crash } = await store.runBody(`const { db, lock, change } = c; ${body}`);
  return answer?.detail ?? crash;
}
const failed = (text: string) => `BODY\\CmdDo failed: ${text}`;
const answered = (value: string) => `return { result: true, detail: ${value} };`;
const NUMBERS = "SELECT seq AS i, 'a text of the row' AS t FROM seq_1_to_";

describe("reading", () => {
  test("values come as the text the database prints, NULL as null, bytes as hexadecimal", async () => {
    const rows = (await detail(
      answered(`await db.rows("SELECT 1 AS i, 44.2000 AS d, 18446744073709551615 AS big, x'00ab' AS b, NULL AS n, 'текст 🏪' AS t, " +
        "CAST('2024-02-29 10:00:00' AS DATETIME) AS m, 5 AS \`10\`, 6 AS __proto__, 7 AS i")`),
    )) as Record<string, unknown>[];
    expect(JSON.stringify(rows)).toBe(
      '[{"10":"5","i":"7","d":"44.2000","big":"18446744073709551615","b":"0x00AB","n":null,"t":"текст 🏪","m":"2024-02-29 10:00:00","__proto__":"6"}]',
    );
  });

  test("{DBNICK} and :NAME are put in, lists expand, a Date is the store's clock", async () => {
    const body = answered(`[
      await db.rows("SELECT name FROM {DBNICK}_currency WHERE id IN (:IDS) AND ':IDS' <> ''", { ids: [1, 2] }),
      await db.rows("SELECT :A AS a, :B AS b, :C AS c, :D AS d, :E AS e, :F AS f",
        { a: 5, b: true, c: new Date(0), d: undefined, e: 2n ** 40n, f: Buffer.from([1]) })]`);
    expect(await detail(body)).toEqual([
      [],
      [{ a: "5", b: "1", c: "1970-01-01 09:00:00", d: null, e: "1099511627776", f: "0x01" }],
    ]);
  });

  test("a statement the server refuses throws its own text", async () => {
    expect(await detail(`await db.rows("SELECT * FROM nowhere")`)).toBe(
      failed(`Table '${scratch.name}.nowhere' doesn't exist`),
    );
    expect(await detail(`await db.rows("SELECT 1; SELECT 2")`)).toContain("error in your SQL syntax");
    const caught = `try { await db.rows("SELEC"); } catch (error) { ${answered("{ text: error.message }")} }`;
    expect(await detail(caught)).toMatchObject({ text: expect.stringContaining("error in your SQL syntax") });
    expect(await detail(answered("await db.rows('SELECT 1 AS one')"))).toEqual([{ one: "1" }]);
  });

  test("a stream hands rows over one by one, to the answer as to a loop that writes", async () => {
    const { tables } = await store.runBody(
      `return { result: true, tables: { t: c.db.stream("${NUMBERS}5000"), u: c.db.stream("${NUMBERS}3") } };`,
    );
    expect(tables.t).toHaveLength(5000);
    expect(tables.t?.at(-1)).toBe('{"i":"5000","t":"a text of the row"}');
    expect(tables.u).toHaveLength(3);
    const writes = `let count = 0;
      for await (const { i } of db.stream("${NUMBERS}3000")) { if (i % 100 === 0) await db.run("INSERT INTO {DBNICK}_note (text) VALUES (:I)", { i }); count++; }
      const [{ n }] = await db.rows("SELECT COUNT(*) AS n FROM {DBNICK}_note WHERE text IN ('100', '3000')");
      await db.run("DELETE FROM {DBNICK}_note");
      ${answered("{ count, n }")}`;
    expect(await detail(writes)).toEqual({ count: 3000, n: "2" });
  });

  test("a stream that is left early ends in the server, and its transaction goes on", async () => {
    const body = `await db.transaction(async () => {
        await db.insert("note", [{ text: "kept" }]);
        for await (const row of db.stream("SELECT a.seq FROM seq_1_to_100000 a, seq_1_to_100000 b")) if (row.seq === "5") break;
        for await (const row of db.stream("${NUMBERS}3")) break;
      });
      ${answered("await db.rows('SELECT text FROM {DBNICK}_note')")}`;
    expect(await detail(body)).toEqual([{ text: "kept" }]);
    expect(await scratch.atWork()).toEqual([]);
  });

  test("statements that are not awaited go one after another", async () => {
    const body = answered(
      `(await Promise.all([1, 2, 3].map((n) => db.rows("SELECT :N AS n, SLEEP(0.05) AS s", { n })))).flat()`,
    );
    expect(await detail(body)).toEqual(["1", "2", "3"].map((n) => ({ n, s: "0" })));
  });

  test("queries are counted and timed", async () => {
    const { end } = await store.runBody(
      `await c.db.rows("SELECT SLEEP(0.1)"); await c.db.run("DELETE FROM {DBNICK}_note"); return { result: true };`,
    );
    expect(end).toMatchObject({ kind: "answered", sql: 2 });
    expect(end?.kind === "answered" && end.sqlMs).toBeGreaterThanOrEqual(100);
    expect((await store.runBody("return { result: true };")).end).toMatchObject({ sql: 0, sqlMs: 0 });
  });

  test("memory does not grow with the rows of a stream", async () => {
    const { tables } = await store.runBody(`return { result: true, tables: { t: c.db.stream("${NUMBERS}300000") },
      detail: {} };`);
    expect(tables.t).toHaveLength(300_000);
  });
});

describe("writing", () => {
  test("run answers what was written, insertId only where the server issued an id", async () => {
    await scratch.exec("TRUNCATE ms_note", "TRUNCATE ms_plain");
    const body = answered(`[
      await db.run("INSERT INTO {DBNICK}_note (text) VALUES (:T)", { t: "a" }),
      await db.run("INSERT INTO {DBNICK}_note (text) VALUES ('b'), ('c')"),
      await db.run("UPDATE {DBNICK}_note SET text = 'x'"),
      await db.run("INSERT INTO {DBNICK}_plain (id, text) VALUES (700, 'x')"),
      await db.run("DELETE FROM {DBNICK}_note")]`);
    expect(await detail(body)).toEqual([
      { affected: 1, insertId: "1" },
      { affected: 2, insertId: "2" },
      { affected: 3, insertId: "0" },
      { affected: 1, insertId: "0" },
      { affected: 3, insertId: "0" },
    ]);
  });

  test("insert takes rows in chunks, all of them or none, in a transaction and outside", async () => {
    await scratch.exec("TRUNCATE ms_plain");
    const rows = (last: string) =>
      `const rows = Array.from({ length: 2000 }, (_, i) => ({ id: i + 1, text: "ї" + i })); rows.push(${last});`;
    const count = async () => (await scratch.exec("SELECT COUNT(*) AS n FROM ms_plain"))[0]?.n;
    expect(await detail(`${rows("{ id: 1, text: 'again' }")} await db.insert("plain", rows);`)).toBe(
      failed(`Duplicate entry '1' for key '${SERVER_ENGINE === "mysql" ? "ms_plain." : ""}PRIMARY'`),
    );
    expect(await count()).toBe(0);
    const inside = `${rows("{ id: 1, text: 'again' }")}
      await db.transaction(async () => { await db.insert("plain", [{ id: 9000, text: "kept" }]); await db.insert("plain", rows).catch(() => {}); });
      ${answered("{}")}`;
    expect(await detail(inside)).toEqual({});
    expect(await count()).toBe(1);
    expect(await detail(`${rows("{ id: 5000, text: 'last' }")} ${answered("await db.insert('plain', rows)")}`)).toEqual(
      {
        affected: 2001,
        insertId: "0",
      },
    );
  });

  test("insert takes texts that are more together than the server takes at once", async () => {
    const body = `const text = "x".repeat(1_000_000);
      ${answered("await db.insert('note', Array.from({ length: 30 }, () => ({ text: text.slice(0, 60000), data: Buffer.from(text.slice(0, 60000)) })))")}`;
    expect(await detail(body)).toMatchObject({ affected: 30 });
    await scratch.exec("TRUNCATE ms_note");
  });

  test("generate gives every caller an id of its own", async () => {
    const body = answered("[await db.generate('currency'), await db.generate('ms_currency')]");
    const ids = ((await Promise.all([1, 2, 3, 4].map(() => detail(body)))) as number[][]).flat();
    expect(new Set(ids).size).toBe(8);
    expect(Math.max(...ids) - Math.min(...ids)).toBe(7);
    expect(await detail("await db.generate('note')")).toBe(
      failed("No generator for: note. Its ids come from the database: insert the rows without an id"),
    );
  });

  test("change counts a table as changed, at the store's time", async () => {
    await detail(`await change(["currency", "ms_store"]); await change("currency"); return { result: true };`);
    expect(await scratch.exec("SELECT table_name, version FROM ms_change_mark ORDER BY table_name")).toEqual([
      { table_name: "currency", version: 2 },
      { table_name: "store", version: 1 },
    ]);
  });

  test("lock takes tables for one call at a time", async () => {
    const take = `const refusal = await lock("currency"); if (refusal) return refusal;
      await new Promise((resolve) => setTimeout(resolve, 300)); return { result: true, detail: {} };`;
    const ends = await Promise.all([1, 2, 3].map(() => store.runBody(`const { lock } = c; ${take}`)));
    expect(ends.map(({ answer }) => answer?.result)).toEqual([true, true, true]);
    expect(await scratch.exec("SELECT * FROM ms_oper_block")).toEqual([]);
  });
});

describe("transactions", () => {
  const notes = () => scratch.exec("SELECT text FROM ms_note ORDER BY id");

  test("are all or nothing", async () => {
    await scratch.exec("TRUNCATE ms_note");
    const insert = `await db.insert("note", [{ text: "in" }]);`;
    expect(await detail(answered(`{ n: await db.transaction(async () => { ${insert} return 7; }) }`))).toEqual({
      n: 7,
    });
    expect(await detail(`await db.transaction(async () => { ${insert} throw new Error("no"); });`)).toBe(failed("no"));
    const caught = `try { await db.transaction(async () => { ${insert} throw 1; }); } catch {}
      await db.insert("note", [{ text: "after" }]); return { result: true, detail: {} };`;
    expect(await detail(caught)).toEqual({});
    expect(await notes()).toEqual([{ text: "in" }, { text: "after" }]);
  });

  test("left open are rolled back and fail the command", async () => {
    await scratch.exec("TRUNCATE ms_note");
    const open = `db.transaction(async () => { await db.insert("note", [{ text: "open" }]); await new Promise(() => {}); });
      await null; return { result: true };`;
    expect(await detail(open)).toContain("it ended with a transaction open, and that is rolled back");
    expect(
      await detail(`await db.run("BEGIN"); await db.insert("note", [{ text: "raw" }]); return { result: true };`),
    ).toContain("it ended with a transaction open");
    expect(await notes()).toEqual([]);
  });

  test("nothing of a command's session reaches the next one", async () => {
    const leave = `await db.run("CREATE TEMPORARY TABLE mine (a INT)"); await db.run("SET @mine = 5, sql_mode = 'ANSI_QUOTES'");
      await db.run("SELECT GET_LOCK('mine', 0)"); await db.run("USE information_schema"); globalThis.kept = db;
      ${answered("(await db.rows('SELECT CONNECTION_ID() AS id'))[0]")}`;
    const left = await detail(leave);
    const look = `const dead = globalThis.kept ? await globalThis.kept.rows("SELECT 1").catch((error) => error.message) : undefined;
      const temp = await db.rows("SELECT * FROM mine").catch((error) => error.message);
      const [row] = await db.rows("SELECT CONNECTION_ID() AS id, @mine AS v, \\"text\\" AS mode, IS_FREE_LOCK('mine') AS free, DATABASE() AS db");
      ${answered("{ ...row, temp, dead }")}`;
    expect(await detail(look)).toEqual({
      ...(left as object),
      v: null,
      mode: "text",
      free: "1",
      db: scratch.name,
      temp: `Table '${scratch.name}.mine' doesn't exist`,
      dead: "This command has ended: await every call on db before it returns",
    });
  });
});

describe("an isolate that goes leaves no query running [mod-15]", () => {
  const ENDLESS = "SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b WHERE a.seq * b.seq = -1";
  const endless = `await c.db.transaction(async () => {
    await c.db.insert("note", [{ text: "half" }]);
    await c.db.rows("${ENDLESS}");
  });`;
  const expectNothingOf = async (database: MariadbScratch) => {
    await expect.poll(() => database.atWork(), { timeout: 5000 }).toEqual([]);
    expect(await database.exec("SELECT * FROM ms_note")).toEqual([]);
  };

  test("when its call is cancelled", async () => {
    await scratch.exec("TRUNCATE ms_note");
    const cancel = new AbortController();
    const running = store.runBody(endless, { signal: cancel.signal });
    await expect.poll(() => scratch.atWork()).toEqual([ENDLESS]);
    cancel.abort();
    expect((await running).crash).toBe(failed("the call was cancelled"));
    await expectNothingOf(scratch);
  });

  test("when it ends itself", async () => {
    const { crash } = await store.runBody(`setTimeout(() => process.exit(3), 300); ${endless}`);
    expect(crash).toContain("it ended its own process (exit code 3)");
    await expectNothingOf(scratch);
  });

  test("at its time limit", async () => {
    await using other = await MariadbScratch.create();
    await other.makeNumbers(100_000);
    await using quick = await ModuleStore.open({ moduleSeconds: 1 }, other);
    await other.exec("CREATE TABLE ms_note (id INT AUTO_INCREMENT PRIMARY KEY, text TEXT)");
    expect((await quick.runBody(endless)).crash).toContain("it ran over 1 s and was stopped");
    await expectNothingOf(other);
  });
});

test("a connection that the server has ended between two calls is opened anew", async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect(await detail(answered("await db.rows('SELECT 1 AS one')"))).toEqual([{ one: "1" }]);
    const ids = await scratch.connections();
    await scratch.onServer(...ids.map((id) => `KILL ${id}`));
  }
});
