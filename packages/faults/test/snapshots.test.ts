import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareFolders, compareSqlite, snapshotFolder, snapshotSqlite } from "../src/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faults-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a folder that nobody touched is equal to itself", () => {
  mkdirSync(join(folder, "a/b"), { recursive: true });
  writeFileSync(join(folder, "a/b/c.txt"), "one");
  const before = snapshotFolder(folder);
  expect([...before.keys()]).toEqual(["a", "a/b", "a/b/c.txt"]);
  expect(compareFolders(before, snapshotFolder(folder))).toEqual({ added: [], removed: [], changed: [] });
});

it("a folder shows what was added, removed and changed, a byte and a link's target too", () => {
  writeFileSync(join(folder, "grows"), "one");
  writeFileSync(join(folder, "goes"), "one");
  symlinkSync("grows", join(folder, "link"));
  const before = snapshotFolder(folder);
  appendFileSync(join(folder, "grows"), ".");
  rmSync(join(folder, "goes"));
  rmSync(join(folder, "link"));
  symlinkSync("elsewhere", join(folder, "link"));
  writeFileSync(join(folder, "comes.tmp"), "");
  writeFileSync(join(folder, "comes"), "");
  expect(compareFolders(before, snapshotFolder(folder, /\.tmp$/))).toEqual({
    added: ["comes"],
    removed: ["goes"],
    changed: ["grows", "link"],
  });
});

it("a folder that is not there is empty", () => {
  expect(snapshotFolder(join(folder, "nowhere")).size).toBe(0);
});

it("a database shows the rows that came and went, equal rows told apart by their number", () => {
  const file = join(folder, "store.sqlite");
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE t (id INTEGER, v); CREATE TABLE u (v); INSERT INTO u VALUES ('same')");
  database.exec("INSERT INTO t VALUES (9007199254740993, x'00ff'), (1, 'one'), (1, 'one')");
  const before = snapshotSqlite(file);
  database.exec("VACUUM");
  expect(compareSqlite(before, snapshotSqlite(file))).toEqual({});
  database.exec(
    "DELETE FROM t WHERE rowid = (SELECT min(rowid) FROM t WHERE id = 1); UPDATE t SET v = 1.5 WHERE id > 1",
  );
  const changes = compareSqlite(before, snapshotSqlite(file));
  database.close();
  expect(changes).toEqual({
    t: { added: ['["9007199254740993",1.5]'], removed: ['["1","one"]', '["9007199254740993","0x00ff"]'] },
  });
});

it("a database shows a table that came", () => {
  const file = join(folder, "store.sqlite");
  const database = new Database(file);
  const before = snapshotSqlite(file);
  database.exec("CREATE TABLE t (id)");
  expect(compareSqlite(before, snapshotSqlite(file))).toEqual({ t: { added: ["CREATE TABLE t (id)"], removed: [] } });
  database.close();
});
