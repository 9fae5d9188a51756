import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModuleStore } from "./module-store.ts";

let store: ModuleStore;
beforeAll(async () => {
  store = await ModuleStore.open();
  store.query("CREATE TABLE ms_note (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, rate NUMERIC, data BLOB)");
  store.query("CREATE TABLE ms_plain (id int, text TEXT, PRIMARY KEY (id))");
  store.query("INSERT INTO ms_note (text) VALUES ('first')");
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

/** What a command with this body puts into `detail`. */
async function detail(body: string): Promise<unknown> {
  const { answer, crash } = await store.runBody(`const { db, lock, change } = c; ${body}`);
  return answer?.detail ?? crash;
}
const failed = (text: string) => `BODY\\CmdDo failed: ${text}`;

describe("reading", () => {
  test("values come as the text the database prints, NULL as null", async () => {
    const body = `return { result: true, detail: await db.rows(
      "SELECT 1 AS i, 44.2000 AS d, 1.0 AS r, 9223372036854775807 AS big, x'00ab' AS b, NULL AS n, 'текст' AS t, 5 AS \\"10\\", 6 AS __proto__, 7 AS i") };`;
    const rows = (await detail(body)) as Record<string, unknown>[];
    expect(JSON.stringify(rows)).toBe(
      '[{"10":"5","i":"7","d":"44.2","r":"1.0","big":"9223372036854775807","b":"0x00AB","n":null,"t":"текст","__proto__":"6"}]',
    );
  });

  test("{DBNICK} and :NAME are put in, lists expand, a Date is the store's clock", async () => {
    const body = `return { result: true, detail: [
      await db.rows("SELECT name FROM {DBNICK}_currency WHERE id IN (:IDS) AND ':IDS' <> ''", { ids: [1, 2] }),
      await db.rows("SELECT :A AS a, :B AS b, :C AS c, :D AS d, typeof(:E) AS e, :F AS f",
        { a: 5, b: true, c: new Date(0), d: undefined, e: 2n ** 40n, f: Buffer.from([1]) }),
    ] };`;
    expect(await detail(body)).toEqual([
      [],
      [{ a: "5", b: "1", c: "1970-01-01 09:00:00", d: null, e: "integer", f: "0x01" }],
    ]);
  });

  test("a statement the database refuses throws its own text, a value it cannot take words", async () => {
    expect(await detail(`await db.rows("SELECT * FROM nowhere")`)).toBe(failed("no such table: nowhere"));
    expect(await detail(`await db.rows("SELECT :NONE")`)).toBe(
      failed('No value for :NONE in params: name it there, {"NONE": …}'),
    );
    expect(await detail(`await db.rows("SELECT 1; SELECT 2")`)).toContain("more than one statement");
    expect(await detail(`await db.rows("SELECT :A", { a: {} })`)).toContain(":A in params takes a text");
    const caught = `try { await db.rows("SELEC"); } catch (error) { return { result: true, detail: { text: error.message } }; }`;
    expect(await detail(caught)).toEqual({ text: 'near "SELEC": syntax error' });
  });

  test("a stream hands rows over one by one, to the answer as to a loop that writes", async () => {
    const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n";
    const { tables } = await store.runBody(`return { result: true, tables: { t: c.db.stream("${numbers}") } };`);
    expect(tables.t).toHaveLength(1000);
    expect(tables.t?.at(-1)).toBe('{"i":"1000"}');
    const writes = `let count = 0;
      for await (const row of db.stream("${numbers}")) { await db.run("INSERT INTO {DBNICK}_note (text) VALUES (:I)", row); count++; }
      for await (const row of db.stream("${numbers}")) if (row.i === "5") break;
      await db.run("DELETE FROM {DBNICK}_note");
      return { result: true, detail: { count } };`;
    expect(await detail(writes)).toEqual({ count: 1000 });
  });

  test("queries are counted and timed", async () => {
    const { end } = await store.runBody(
      `await c.db.rows("SELECT 1"); await c.db.run("DELETE FROM {DBNICK}_note"); return { result: true };`,
    );
    expect(end).toMatchObject({ kind: "answered", sql: 2, sqlMs: expect.any(Number) });
    expect((await store.runBody("return { result: true };")).end).toMatchObject({ sql: 0, sqlMs: 0 });
  });
});

describe("writing", () => {
  test("run answers what was written, insertId only where the database issued an id", async () => {
    const body = `return { result: true, detail: [
      await db.run("INSERT INTO {DBNICK}_note (text) VALUES (:T)", { t: "a" }),
      await db.run("INSERT INTO {DBNICK}_note (text) VALUES ('b'), ('c')"),
      await db.run("UPDATE {DBNICK}_note SET text = 'x'"),
      await db.run("INSERT INTO {DBNICK}_plain (id, text) VALUES (700, 'x')"),
      await db.run("INSERT INTO {DBNICK}_note (id, text) VALUES (50, 'd')"),
      await db.rows("INSERT INTO {DBNICK}_note (text) VALUES ('e') RETURNING id"),
      await db.run("DELETE FROM {DBNICK}_note"),
    ] };`;
    store.query("DELETE FROM ms_note");
    store.query("UPDATE sqlite_sequence SET seq = 60 WHERE name = 'ms_note'");
    expect(await detail(body)).toEqual([
      { affected: 1, insertId: "61" },
      { affected: 2, insertId: "62" },
      { affected: 3, insertId: "0" },
      { affected: 1, insertId: "0" },
      { affected: 1, insertId: "50" },
      [{ id: "64" }],
      { affected: 5, insertId: "0" },
    ]);
  });

  test("insert takes rows of one form, in chunks, all of them or none", async () => {
    const body = (
      last: string,
    ) => `const rows = Array.from({ length: 40000 }, (_, i) => ({ id: i + 1, text: "t" + i }));
      rows.push(${last});
      return { result: true, detail: await db.insert("plain", rows) };`;
    store.query("DELETE FROM ms_plain");
    expect(await detail(body("{ id: 1, text: 'again' }"))).toBe(failed("UNIQUE constraint failed: ms_plain.id"));
    expect(store.query("SELECT count(*) AS n FROM ms_plain")).toEqual([{ n: 0 }]);
    expect(await detail(body("{ id: 50000, text: 'last' }"))).toEqual({ affected: 40001, insertId: "0" });
    expect(store.query("SELECT count(*) AS n FROM ms_plain")).toEqual([{ n: 40001 }]);
  });

  test.each([
    [`db.insert("plain", [])`, "Nothing to insert: rows is empty. Insert at least one row, or leave it out"],
    [
      `db.insert("plain", [{ id: 1 }, { text: "x" }])`,
      "Row 2 has other columns than the first one: give all rows the same, null where there is no value",
    ],
    [
      `db.insert("plain", [{ id: 1 }, { id: 2, text: "x" }])`,
      "Row 2 has other columns than the first one: give all rows the same, null where there is no value",
    ],
    [
      `db.insert("plain", [{ id: {} }])`,
      "The value of [id] is nothing a column keeps: it takes a text, a finite number, a boolean, bytes, a Date or null",
    ],
    [
      `db.insert("plain", [{ id: [1] }])`,
      "The value of [id] is nothing a column keeps: it takes a text, a finite number, a boolean, bytes, a Date or null",
    ],
    [`db.insert("nowhere", [{ id: 1 }])`, "Unknown table: nowhere. engine_db_tables lists every table"],
    [`db.insert("plain", [{ 'no"column': 1 }])`, 'table ms_plain has no column named no"column'],
    [`db.generate("note")`, "No generator for: note. Its ids come from the database: insert the rows without an id"],
    [`db.generate("nowhere")`, "Unknown table: nowhere. engine_db_tables lists every table"],
  ])("%s is refused in words", async (call, text) => {
    expect(await detail(`await ${call}`)).toBe(failed(text));
  });

  test("a table is named bare or real", async () => {
    const body = `await db.insert("note", [{ text: "one", data: Buffer.from([255]) }]);
      await db.insert("ms_note", [{ text: true, data: null }]);
      await db.insert("_note", [{ text: new Date(0), data: undefined }]);
      const rows = await db.rows("SELECT text, data FROM {DBNICK}_note ORDER BY id");
      await db.run("DELETE FROM {DBNICK}_note");
      return { result: true, detail: rows };`;
    expect(await detail(body)).toEqual([
      { text: "one", data: "0xFF" },
      { text: "1", data: null },
      { text: "1970-01-01 09:00:00", data: null },
    ]);
  });

  test("generate gives every caller an id of its own", async () => {
    const body = `return { result: true, detail: [await db.generate("currency"), await db.generate("ms_currency")] };`;
    const pairs = (await Promise.all([detail(body), detail(body), detail(body)])) as number[][];
    const ids = pairs.flat().sort((one, other) => one - other);
    expect(new Set(ids).size).toBe(6);
    expect((ids.at(-1) ?? 0) - (ids[0] ?? 0)).toBe(5);
  });
});

describe("transactions", () => {
  const notes = () => store.query("SELECT text FROM ms_note ORDER BY id");

  test("are all or nothing", async () => {
    store.query("DELETE FROM ms_note");
    const insert = `await db.insert("note", [{ text: "in" }]);`;
    expect(
      await detail(
        `return { result: true, detail: { n: await db.transaction(async () => { ${insert} return 7; }) } };`,
      ),
    ).toEqual({ n: 7 });
    expect(await detail(`await db.transaction(async () => { ${insert} throw new Error("no"); });`)).toBe(failed("no"));
    const caught = `try { await db.transaction(async () => { ${insert} throw 1; }); } catch {}
      await db.insert("note", [{ text: "after" }]); return { result: true, detail: {} };`;
    expect(await detail(caught)).toEqual({});
    expect(notes()).toEqual([{ text: "in" }, { text: "after" }]);
  });

  test("are not put into one another", async () => {
    expect(await detail(`await db.transaction(() => db.transaction(async () => {}));`)).toContain(
      "A transaction is open on this connection already",
    );
    expect(await detail(`await db.transaction(() => lock("note"));`)).toContain("lock comes before the transaction");
  });

  test("left open are rolled back and fail the command", async () => {
    store.query("DELETE FROM ms_note");
    const open = `db.transaction(async () => { await db.insert("note", [{ text: "open" }]); await new Promise(() => {}); });
      await null; return { result: true };`;
    expect(await detail(open)).toContain("it ended with a transaction open, and that is rolled back");
    expect(
      await detail(`await db.run("BEGIN"); await db.insert("note", [{ text: "raw" }]); return { result: true };`),
    ).toContain("it ended with a transaction open");
    expect(notes()).toEqual([]);
  });

  test("nothing of a command's session reaches the next one", async () => {
    const leave = `await db.run("CREATE TEMP TABLE mine (a)"); await db.run("PRAGMA case_sensitive_like = 1");
      await db.run("ATTACH ':memory:' AS other"); globalThis.kept = db;
      return { result: true, detail: { left: (await db.rows("SELECT 'A' LIKE 'a' AS same"))[0].same } };`;
    expect(await detail(leave)).toEqual({ left: "0" });
    const look = `const dead = globalThis.kept ? await globalThis.kept.rows("SELECT 1").catch((error) => error.message) : undefined;
      return { result: true, detail: {
        temp: (await db.rows("SELECT name FROM sqlite_temp_master")).length,
        databases: (await db.rows("PRAGMA database_list")).map(({ name }) => name).filter((name) => name !== "temp"),
        same: (await db.rows("SELECT 'A' LIKE 'a' AS same"))[0].same,
        dead,
      } };`;
    expect(await detail(look)).toEqual({
      temp: 0,
      databases: ["main"],
      same: "1",
      dead: "This command has ended: await every call on db before it returns",
    });
  });
});
