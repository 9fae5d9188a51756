import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteDatabase } from "../src/sql/sqlite-database.ts";
import { SqliteStore } from "./sqlite-store.ts";

let store: SqliteStore;
beforeAll(() => {
  store = new SqliteStore();
  store.sqlite.exec("CREATE TABLE ms_key (id INTEGER PRIMARY KEY, code TEXT)");
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

describe("Core's door to an SQLite file", () => {
  it("makes a file that keeps its log beside it and what it answered on disk", async () => {
    const db = openSqliteDatabase(join(store.folder, "new.sqlite"), { nick: "ms", mode: "create" });
    expect(await db.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(await db.all("PRAGMA synchronous")).toEqual([{ synchronous: 2 }]);
    await db.close();
  });

  it("puts the nick in, binds whole numbers as such, tells what was done", async () => {
    const db = openSqliteDatabase(store.file, { nick: "ms", mode: "write" });
    const insert = "INSERT INTO {DBNICK}_key (code) VALUES (?)";
    expect(await db.run(insert, [17])).toEqual({ affected: 1, insertId: "1" });
    expect(await db.run("UPDATE {DBNICK}_key SET code = code")).toEqual({ affected: 1, insertId: "0" });
    expect(await db.all("SELECT id, code FROM {DBNICK}_key")).toEqual([{ id: 1, code: "17" }]);
    await db.close();
  });

  it("does all of a transaction or nothing", async () => {
    const db = openSqliteDatabase(store.file, { nick: "ms", mode: "write" });
    const count = async () => (await db.all<{ n: number }>("SELECT count(*) n FROM ms_key"))[0]?.n;
    const before = await count();
    const failing = db.transaction(async () => {
      await db.run("INSERT INTO ms_key (code) VALUES ('a')");
      throw new Error("half-way");
    });
    await expect(failing).rejects.toThrow("half-way");
    expect(await count()).toBe(before);
    expect(await db.transaction(() => db.run("INSERT INTO ms_key (code) VALUES ('a')"))).toMatchObject({ affected: 1 });
    expect(await count()).toBe((before ?? 0) + 1);
    await db.close();
  });

  it("reads while another process writes, and writes once it has ended, the event loop going on", async () => {
    const reading = openSqliteDatabase(store.file, { nick: "ms", mode: "read" });
    const writing = openSqliteDatabase(store.file, { nick: "ms", mode: "write" });
    const other = new Sqlite(store.file);
    other.exec("BEGIN IMMEDIATE");
    expect(await reading.all("SELECT 1 one")).toEqual([{ one: 1 }]);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
      if (ticks === 10) other.exec("COMMIT");
    }, 10);
    await writing.run("UPDATE ms_key SET code = code");
    expect(ticks).toBeGreaterThanOrEqual(10);
    clearInterval(ticking);
    other.close();
    await Promise.all([reading.close(), writing.close()]);
  });

  it("gives up after its time, and only reads where it was opened so", async () => {
    const other = new Sqlite(store.file);
    other.exec("BEGIN IMMEDIATE");
    const writing = openSqliteDatabase(store.file, { nick: "ms", mode: "write", busyMs: 100 });
    await expect(writing.run("UPDATE ms_key SET code = code")).rejects.toThrow("database is locked");
    other.close();
    const reading = openSqliteDatabase(store.file, { nick: "ms", mode: "read" });
    await expect(reading.run("UPDATE ms_key SET code = code")).rejects.toThrow("attempt to write a readonly database");
    await Promise.all([reading.close(), writing.close()]);
  });

  it("opens no file that is not there", () => {
    const missing = join(store.folder, "missing.sqlite");
    expect(() => openSqliteDatabase(missing, { nick: "ms", mode: "read" })).toThrow("unable to open database file");
    expect(() => openSqliteDatabase(missing, { nick: "ms", mode: "write" })).toThrow("unable to open database file");
  });
});
