import { statementRefusals } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReadStep, readStep, runStep, SqliteStore } from "./sqlite-store.ts";

let store: SqliteStore;
beforeAll(() => {
  store = new SqliteStore();
  store.sqlite.exec(`
    CREATE TABLE ms_store (id INTEGER PRIMARY KEY, name TEXT, price NUMERIC, photo BLOB);
    INSERT INTO ms_store VALUES (1, 'Плат "Луч" 😀', 44.2, x'00ff10c3a9'), (2, NULL, 1.5, x''), (3, 'a' || char(0) || 'b', 3, NULL);
  `);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

const done = (rows: number, sameNames: string[] = []) => ({ kind: "done", rows, sameNames });
const error = (text: string) => ({ kind: "error", text });
const values = ({ text }: ReadStep): unknown => Object.values(JSON.parse(text) as object);

describe("rows of a step on SQLite", () => {
  it("come as JSON lines of the texts the database prints", async () => {
    const { text, end } = await store.read("SELECT * FROM ms_store ORDER BY id");
    expect(text.split("\n")).toEqual([
      '{"id":"1","name":"Плат \\"Луч\\" 😀","price":"44.2","photo":"0x00FF10C3A9"}',
      '{"id":"2","name":null,"price":"1.5","photo":"0x"}',
      '{"id":"3","name":"a\\u0000b","price":"3","photo":null}',
      "",
    ]);
    expect(end).toEqual(done(3));
  });

  it("lose nothing of numbers", async () => {
    const sql =
      "SELECT 9223372036854775807 a, -9223372036854775808 b, 1.0 c, 1e20 d, -0.0 e, 9e999 f, -9e999 g, 1e-5 h";
    expect(values(await store.read(sql))).toEqual([
      "9223372036854775807",
      "-9223372036854775808",
      "1.0",
      "1.0e+20",
      "0.0",
      "Inf",
      "-Inf",
      "1.0e-05",
    ]);
  });

  it("spell a REAL as SQLite itself does, or shorter with the same value", async () => {
    const cast = store.sqlite.prepare("SELECT CAST(? AS TEXT)").pluck();
    const numbers = Array.from({ length: 2000 }, (_, n) =>
      n % 3 === 0 ? n * 1.1 : (n - 1000) * 10 ** ((n % 60) - 30),
    );
    for (const start of [0, 500, 1000, 1500]) {
      const some = numbers.slice(start, start + 500).map((number) => number + 0.5);
      const { text } = await store.read(`SELECT ${some.map((_, at) => `? AS c${at}`).join(", ")}`, some);
      const texts = Object.values(JSON.parse(text) as Record<string, string>);
      for (const [at, shown] of texts.entries()) {
        const own = String(cast.get(some[at]));
        if (shown !== own) expect(shown.length).toBeLessThanOrEqual(own.length);
        expect(Number(shown)).toBe(some[at]);
      }
    }
  });

  it("are told apart by what was bound: whole numbers are INTEGER, bytes a BLOB", async () => {
    const bound = [1, 2n ** 53n + 1n, 1.5, "1", new Uint8Array([1, 171]), null, new Uint8Array(0)];
    expect(values(await store.read("SELECT ? a, ? b, ? c, ? d, ? e, ? f, ? g", bound))).toEqual([
      "1",
      "9007199254740993",
      "1.5",
      "1",
      "0x01AB",
      null,
      "0x",
    ]);
    expect(values(await store.read("SELECT typeof(?) a, typeof(?) b", [1, 1.5]))).toEqual(["integer", "real"]);
  });

  it("show text that is not UTF-8 with replacement marks, and frame bytes as escapes", async () => {
    const sql = "SELECT CAST(x'61ff62' AS TEXT) a, char(30) || char(10) b, char(0x2028) c";
    expect((await store.read(sql)).text).toBe('{"a":"a\ufffdb","b":"\\u001e\\n","c":"\u2028"}\n');
  });

  it("keep the columns' order, and say which names were the same", async () => {
    const sql = 'SELECT 1 "b", 2 "10", 3 "__proto__", 4 "", 5 "b", 6 "10"';
    expect(await store.read(sql)).toEqual({
      text: '{"b":"5","10":"6","__proto__":"3","":"4"}\n',
      end: done(1, ["b", "10"]),
    });
  });

  it("come whole where there are many, in order", async () => {
    const sql =
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 200000) SELECT n, 'row ' || n t FROM c";
    const { text, end } = await store.read(sql, [], { maxRows: 200_000 });
    expect(end).toEqual(done(200_000));
    const lines = text.split("\n");
    expect(lines).toHaveLength(200_001);
    for (const at of [0, 1, 77_777, 199_999]) expect(lines[at]).toBe(`{"n":"${at + 1}","t":"row ${at + 1}"}`);
  });

  it("show the store's clock as SQLite's local time", async () => {
    expect((await store.read("SELECT datetime(0, 'unixepoch', 'localtime') t")).text).toBe(
      '{"t":"1970-01-01 09:00:00"}\n',
    );
  });

  it("are none where there are none", async () => {
    expect(await store.read("SELECT * FROM ms_store WHERE 0")).toEqual({ text: "", end: done(0) });
  });

  it("end at the row after the last allowed one", async () => {
    const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
    expect((await store.read(endless)).end).toEqual({ kind: "tooMany" });
    expect((await store.read(`${endless} LIMIT 7`, [], { maxRows: 7 })).end).toEqual(done(7));
    expect((await store.read(`${endless} LIMIT 8`, [], { maxRows: 7 })).end).toEqual({ kind: "tooMany" });
  });

  it("give the database's own text where it refuses", async () => {
    expect((await store.read("SELECT * FROM nope")).end).toEqual(error("no such table: nope"));
    expect((await store.read("SELEC 1")).end).toEqual(error('near "SELEC": syntax error'));
    expect((await store.read("SELECT abs(-9223372036854775808)")).end).toEqual(error("integer overflow"));
    expect((await store.read("SELECT 1; SELECT 2")).end).toMatchObject({ kind: "error" });
    expect((await store.read("SELECT ?")).end).toMatchObject({ kind: "error" });
  });

  it("give the error of a step that fails after rows have left", async () => {
    const sql = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 100000)
      SELECT CASE n WHEN 90000 THEN abs(-9223372036854775808) ELSE n END x FROM c`;
    expect((await store.read(sql, [], { maxRows: 100_000 })).end).toEqual(error("integer overflow"));
    expect((await store.read("SELECT 1 x")).text).toBe('{"x":"1"}\n');
  });
});

describe("a reading connection", () => {
  it("refuses by itself whatever does not only read [gat-04]", async () => {
    const before = store.sqlite.serialize();
    for (const sql of [
      "DELETE FROM ms_store",
      "INSERT INTO ms_store (name) VALUES ('x') RETURNING id",
      "CREATE TEMP TABLE t (x)",
      "ATTACH ':memory:' AS other",
      "VACUUM",
      `VACUUM INTO '${store.file}.copy'`,
      "BEGIN",
      "SAVEPOINT s",
      "PRAGMA user_version = 7",
      "REINDEX",
      "ANALYZE",
    ]) {
      expect((await store.read(sql)).end, sql).toEqual(error(statementRefusals.writes));
    }
    expect(store.sqlite.serialize().equals(before)).toBe(true);
  });

  it("reads on while another process holds the write lock", async () => {
    const writer = new Sqlite(store.file);
    writer.exec("BEGIN IMMEDIATE; UPDATE ms_store SET name = 'changed'");
    const startedAt = performance.now();
    expect((await store.read("SELECT count(*) n FROM ms_store WHERE name = 'changed'")).text).toBe('{"n":"0"}\n');
    expect(performance.now() - startedAt).toBeLessThan(2000);
    writer.exec("ROLLBACK");
    writer.close();
  });

  it("sees what was committed between two steps", async () => {
    const connection = await store.steps.connect("read");
    const count = "SELECT count(*) n FROM sqlite_schema WHERE name = 'ms_new'";
    expect((await readStep(connection, count)).text).toBe('{"n":"0"}\n');
    store.sqlite.exec("CREATE TABLE ms_new (x); INSERT INTO ms_new VALUES (1)");
    expect((await readStep(connection, count)).text).toBe('{"n":"1"}\n');
    expect((await readStep(connection, "SELECT * FROM ms_new")).text).toBe('{"x":"1"}\n');
    store.sqlite.exec("ALTER TABLE ms_new RENAME COLUMN x TO y");
    expect((await readStep(connection, "SELECT * FROM ms_new")).text).toBe('{"y":"1"}\n');
    await connection.close();
  });
});

describe("a writing connection", () => {
  it("answers what a statement did", async () => {
    const connection = await store.steps.connect("write");
    expect(await runStep(connection, "CREATE TABLE ms_w (id INTEGER PRIMARY KEY, t TEXT)")).toEqual({
      affected: 0,
      insertId: "0",
    });
    expect(await runStep(connection, "INSERT INTO ms_w (t) VALUES (?), (?)", [1, "я"])).toEqual({
      affected: 2,
      insertId: "1",
    });
    expect(await runStep(connection, "UPDATE ms_w SET t = t")).toEqual({ affected: 2, insertId: "0" });
    expect(await runStep(connection, "INSERT INTO nope VALUES (1)")).toEqual({ error: "no such table: nope" });
    expect((await readStep(connection, "INSERT INTO ms_w (t) VALUES ('z') RETURNING id, t")).text).toBe(
      '{"id":"3","t":"z"}\n',
    );
    expect((await readStep(connection, "DELETE FROM ms_w WHERE id = 3")).end).toEqual(done(0));
    await connection.close();
    expect(store.sqlite.prepare("SELECT id, t FROM ms_w").all()).toEqual([
      { id: 1, t: "1" },
      { id: 2, t: "я" },
    ]);
  });

  it("lets the rows of a statement go that is run for what it does", async () => {
    const connection = await store.steps.connect("write");
    await runStep(connection, "CREATE TEMP TABLE own (id INTEGER PRIMARY KEY, t TEXT)");
    expect(await runStep(connection, "INSERT INTO own (t) VALUES ('a'), ('b') RETURNING *")).toEqual({
      affected: 2,
      insertId: "1",
    });
    expect(await runStep(connection, "SELECT * FROM own")).toEqual({ affected: 0, insertId: "0" });
    expect(await runStep(connection, "PRAGMA cache_size = 100")).toEqual({ affected: 0, insertId: "0" });
    await connection.close();
  });

  it("tells no id where the table's ids come from elsewhere", async () => {
    const connection = await store.steps.connect("write");
    await runStep(connection, 'CREATE TEMP TABLE own (id "int(10) unsigned", PRIMARY KEY (id))');
    expect(await runStep(connection, "INSERT INTO own VALUES (5)")).toEqual({ affected: 1, insertId: "0" });
    await connection.close();
  });

  it("knows whether a transaction is open", async () => {
    const connection = await store.steps.connect("write");
    expect(connection.inTransaction).toBe(false);
    await runStep(connection, "BEGIN");
    expect(connection.inTransaction).toBe(true);
    await runStep(connection, "INSERT INTO nope VALUES (1)");
    expect(connection.inTransaction).toBe(true);
    await readStep(connection, "COMMIT");
    expect(connection.inTransaction).toBe(false);
    await connection.close();
  });

  it("waits for another process's write, and the event loop goes on meanwhile", async () => {
    const writer = new Sqlite(store.file);
    writer.exec("BEGIN IMMEDIATE");
    const connection = await store.steps.connect("write");
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 10);
    setTimeout(() => writer.exec("COMMIT"), 400);
    expect(await runStep(connection, "UPDATE ms_store SET price = 4 WHERE id = 3")).toEqual({
      affected: 1,
      insertId: "0",
    });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    await connection.close();
    writer.close();
  });
});
