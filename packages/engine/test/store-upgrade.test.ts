import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, openStore } from "@prilavok/engine";
import { restoreStore } from "@prilavok/engine/restore";
import { upgradeStore } from "@prilavok/engine/upgrade";
import { compareFolders, snapshotFolder, snapshotSqlite } from "@prilavok/faults";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";

const NEWEST = 3;
const FIRST_SCHEMA = readFileSync(join(import.meta.dirname, "fixtures/store-schema-1.sql"), "utf8");

const AS_TESTS = { version: "1", report: () => undefined };

let home: string;
let folder: string;
let database: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "store-upgrade-"));
  folder = join(home, "old");
  database = join(folder, "store.sqlite");
  mkdirSync(folder);
  const settings = { name: "Old", nick: "ms", db: { engine: "sqlite", file: "store.sqlite" } };
  writeFileSync(join(folder, "store.json"), JSON.stringify(settings));
  change(FIRST_SCHEMA);
  change("INSERT INTO ms_oper_block (table_name, user_id, from_time) VALUES ('store', 1, '2026-11-30 10:00:00')");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function change(sql: string): void {
  const db = new Sqlite(database);
  db.pragma("journal_mode = WAL");
  db.exec(sql);
  db.close();
}

/** What a database's tables are made of, whatever way they came to it. */
function shape(file: string): unknown {
  const db = new Sqlite(file, { readonly: true });
  try {
    const objects = db
      .prepare<[], { type: string; name: string }>("SELECT type, name FROM sqlite_master ORDER BY type, name")
      .all();
    const columns = objects
      .filter(({ type }) => type === "table")
      .map(({ name }) => [name, db.pragma(`table_info("${name}")`)]);
    return { objects, columns };
  } finally {
    db.close();
  }
}

test("a store of an older schema is refused in words that name the upgrade, and nothing changes [cli-03]", async () => {
  const before = snapshotFolder(folder);
  const store = await openStore(folder, "write");
  expect(store).toHaveProperty("refusal", expect.stringMatching(/^VERSION_FAIL: .* has schema 1 .* works with \d+/));
  expect(store).toHaveProperty("refusal", expect.stringContaining(`prilavok init ${folder} --upgrade`));
  expect(compareFolders(before, snapshotFolder(folder))).toEqual({ added: [], removed: [], changed: [] });
});

test("an upgraded store is what a new one is, keeps its rows, and its backup is the whole older store [cli-03]", async () => {
  mkdirSync(join(folder, "units"));
  writeFileSync(join(folder, "units/rates.ts"), "export const CmdList = 1;");
  writeFileSync(join(folder, "secrets.json"), '{"key": "secret"}');
  const older = snapshotSqlite(database);
  const end = await upgradeStore(folder, AS_TESTS);
  const [backup = "", ...others] = readdirSync(join(folder, "backups"));
  expect([backup, others]).toEqual([expect.stringMatching(/^schema-1-\d{8}_\d{6}\.tar\.gz$/), []]);
  expect(end).toEqual({ from: 1, to: NEWEST, backup: join(folder, "backups", backup) });
  const again = join(home, "again");
  expect(await restoreStore(join(folder, "backups", backup), again, AS_TESTS)).toMatchObject({ schema: 1 });
  expect(snapshotSqlite(join(again, "store.sqlite"))).toEqual(older);
  for (const file of ["secrets.json", "units/rates.ts"]) {
    expect(readFileSync(join(again, file), "utf8")).toBe(readFileSync(join(folder, file), "utf8"));
  }

  await createStore(join(home, "new"));
  expect(shape(database)).toEqual(shape(join(home, "new", "store.sqlite")));

  const store = await openStore(folder, "read");
  if ("refusal" in store) throw new Error(store.refusal);
  expect(await store.db.all("SELECT table_name, call_id, holder FROM {DBNICK}_oper_block")).toEqual([
    { table_name: "store", call_id: "", holder: "" },
  ]);
  await store.db.close();
});

test("a store of this schema is left as it is", async () => {
  await upgradeStore(folder, AS_TESTS);
  const before = snapshotFolder(folder);
  expect(await upgradeStore(folder, AS_TESTS)).toEqual({ from: NEWEST, to: NEWEST, backup: undefined });
  expect(compareFolders(before, snapshotFolder(folder))).toEqual({ added: [], removed: [], changed: [] });
});

test("of two upgrades at once one upgrades the store and the other is refused", async () => {
  const ends = await Promise.all([upgradeStore(folder, AS_TESTS), upgradeStore(folder, AS_TESTS)]);
  expect(ends).toContainEqual(expect.objectContaining({ from: 1, to: NEWEST }));
  expect(ends).toContainEqual({ refusal: expect.stringContaining("Another init is at work") });
  expect(await upgradeStore(folder, AS_TESTS)).toMatchObject({ from: NEWEST, to: NEWEST });
});

test("an upgrade that another program's write holds up changes nothing, and passes when it is made again", async () => {
  const other = new Sqlite(database);
  other.exec("BEGIN IMMEDIATE");
  expect(await upgradeStore(folder, AS_TESTS)).toHaveProperty(
    "refusal",
    expect.stringContaining("another program holds"),
  );
  other.close();
  expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("has schema 1"));
  expect(await upgradeStore(folder, AS_TESTS)).toMatchObject({ from: 1, to: NEWEST });
});

test("a migration that breaks half-way leaves the store as it was, its backup beside it", async () => {
  change("ALTER TABLE ms_oper_block ADD COLUMN holder text");
  const before = snapshotSqlite(database);
  await expect(upgradeStore(folder, AS_TESTS)).rejects.toThrow("duplicate column name: holder");
  expect(snapshotSqlite(database)).toEqual(before);
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
});

test("a store of a newer schema is refused by both, with the word that Prilavok is to be updated", async () => {
  change("UPDATE ms_store_meta SET value = '99' WHERE name = 'schema_version'");
  const refused = expect.stringMatching(/^VERSION_FAIL: .*schema 99.*Update Prilavok/);
  expect(await openStore(folder, "read")).toHaveProperty("refusal", refused);
  expect(await upgradeStore(folder, AS_TESTS)).toHaveProperty("refusal", refused);
});

test("without room for the backup nothing is upgraded", async () => {
  writeFileSync(join(folder, "backups"), "a file, not a folder");
  const older = snapshotSqlite(database);
  const refused = expect.stringMatching(/^The backup was not written to /);
  expect(await upgradeStore(folder, AS_TESTS)).toHaveProperty("refusal", refused);
  expect(snapshotSqlite(database)).toEqual(older);
});
