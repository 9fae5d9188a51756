import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compareFolders, killAt, snapshotFolder } from "@prilavok/faults";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

const NOTHING = { added: [], removed: [], changed: [] };
const FIRST_SCHEMA = join(import.meta.dirname, "../../engine/test/fixtures/store-schema-1.sql");

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home[Symbol.dispose]());

test("init makes a store with the shipped AI tools, and the first one becomes the used one", async () => {
  expect(await home.json("init", "shop", "--lang", "uk", "--name", "Крамниця")).toEqual({
    name: "Крамниця",
    folder: home.path("shop"),
    used: true,
  });
  expect(await home.json("init", "second")).toMatchObject({ used: false });
  expect(await home.json("stores")).toEqual({
    stores: [
      { name: "second", folder: home.path("second"), used: false, missing: false },
      { name: "Крамниця", folder: home.path("shop"), used: true, missing: false },
    ],
  });
  expect(await home.json("tool", "list")).toMatchObject({
    tools: ["CURRENCY", "IMPORT_GOODS", "IMPORT_FILES"].map((name) => ({ unit: `MELBIS_AGENT_${name}` })),
  });
  expect(existsSync(home.path("shop", "units", "melbis_agent_currency.ts"))).toBe(true);
});

test("a folder may begin with a blank; one that a circle of links leads to is refused in words", async () => {
  expect(await home.run("init", " shop")).toMatchObject({ code: 0 });
  expect(existsSync(home.path(" shop", "store.sqlite"))).toBe(true);
  symlinkSync("circle", home.path("circle"));
  expect((await home.run("init", "circle")).stderr).toMatch(
    /^circle cannot be used: links of the path lead in a circle/,
  );
});

test("doctor tells of a table, a column and the row of the version that are gone", async () => {
  await home.run("init", "shop");
  const doctor = async (sql: string) => {
    const db = new Sqlite(home.path("shop", "store.sqlite"));
    db.exec(sql);
    db.close();
    return (await home.run("doctor")).stdout;
  };
  expect(await doctor("SELECT 1")).toMatch(/ok +database/);
  expect(await doctor("DELETE FROM ms_agent_version")).toMatch(/The database is damaged \(the row of agent_version/);
  expect(await doctor("ALTER TABLE ms_brand DROP COLUMN pos")).toMatch(
    /damaged \(the table brand is not as it was made/,
  );
  expect(await doctor("DROP TABLE ms_orders_store")).toMatch(/damaged \(the table/);
});

test("init --demo fills the store", async () => {
  await home.run("init", "shop", "--demo");
  const db = new Sqlite(home.path("shop", "store.sqlite"), { readonly: true });
  const goods = db.prepare("SELECT COUNT(*) FROM ms_store").pluck().get();
  db.close();
  expect(goods).toBeGreaterThan(30);
});

test("a second init is refused with exit code 1, and the folder stays byte for byte [cli-01, cli-06]", async () => {
  await home.run("init", "shop");
  const before = snapshotFolder(home.path("shop"));
  const end = await home.run("init", "shop", "--demo", "--nick", "other");
  expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("already holds a store") });
  expect(compareFolders(before, snapshotFolder(home.path("shop")))).toEqual(NOTHING);
});

test.each([1, 100_000, 400_000])(
  "an init killed when its database has %i bytes leaves no store, and the next one makes it",
  async (sizeBytes) => {
    await using child = home.start("init", "shop");
    const path = home.path("shop", ".prilavok-init", "store.sqlite-wal");
    await killAt(child, { at: "fileSize", path, sizeBytes });
    expect(existsSync(home.path("shop", "store.json"))).toBe(false);
    expect(await home.run("user", "list", "--store", "shop")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("holds no store"),
    });
    expect(await home.json("init", "shop")).toMatchObject({ used: true });
    expect(await home.json("user", "list")).toMatchObject({ users: [{ login: "admin" }] });
  },
);

test("of two inits of a folder one makes the store, and two of different folders make both known", async () => {
  const ends = await Promise.all([home.run("init", "shop"), home.run("init", "shop"), home.run("init", "other")]);
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  expect(ends.find(({ code }) => code === 1)?.stderr).toMatch(/already holds a store|Another init is at work/);
  expect(await home.json("stores")).toMatchObject({ stores: [{ name: "other" }, { name: "shop" }] });
});

test("a store of an older schema is refused by every command until init --upgrade has backed it up and upgraded it [cli-03]", async () => {
  mkdirSync(home.path("old"));
  const db = new Sqlite(home.path("old", "store.sqlite"));
  db.exec(readFileSync(FIRST_SCHEMA, "utf8"));
  db.close();
  const settings = { name: "Old", nick: "ms", db: { engine: "sqlite", file: "store.sqlite" } };
  writeFileSync(home.path("old", "store.json"), JSON.stringify(settings));

  const refused = await home.run("user", "list", "--store", "old");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("prilavok init old --upgrade") });
  expect(await home.run("init", "old")).toMatchObject({ code: 1 });
  const { backup } = await home.json("init", "old", "--upgrade");
  expect(String(backup)).toMatch(/old[\\/]backups[\\/]schema-1-.*\.tar\.gz$/);
  expect(existsSync(String(backup))).toBe(true);
  expect(await home.json("init", "old", "--upgrade")).toEqual({ from: 3, to: 3, backup: null });
  expect(await home.run("user", "list", "--store", "old")).toMatchObject({ code: 0 });
});

test("an unknown key in store.json is refused by its name [cli-02]", async () => {
  await home.run("init", "shop");
  const file = home.path("shop", "store.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), loggin: "olga" }));
  const end = await home.run("user", "list");
  expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("unknown key [loggin]") });
});

test("use takes a name or a folder, and a used store that is gone gives way to the next one made [cli-10]", async () => {
  await home.run("init", "one/shop");
  await home.run("init", "two/shop");
  const both = await home.run("use", "shop");
  expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining("Several known stores are called shop") });
  expect(await home.json("use", "two/shop")).toEqual({ name: "shop", folder: home.path("two/shop") });
  expect(await home.run("use", "nope")).toMatchObject({ code: 1, stderr: expect.stringContaining("No known store") });

  rmSync(home.path("two"), { recursive: true });
  expect(await home.run("use", "two/shop")).toMatchObject({ code: 1, stderr: expect.stringContaining("no store") });
  expect(await home.json("init", "three")).toMatchObject({ used: true });
});

test("use takes the folder of a store that is not known yet and lists it", async () => {
  await home.run("init", "shop");
  await home.run("init", "other", "--name", "Other shop");
  await home.json("stores", "forget", "other");
  const before = await home.json("stores");
  expect(before).toMatchObject({ stores: [{ name: "shop", used: true }] });
  expect(await home.json("use", "other")).toEqual({ name: "Other shop", folder: home.path("other") });
  expect(await home.json("stores")).toMatchObject({
    stores: [
      { name: "Other shop", used: true },
      { name: "shop", used: false },
    ],
  });
});

test("stores forget takes a store off the list, its folder gone or not, and touches no folder", async () => {
  await home.run("init", "shop");
  await home.run("init", "other");
  const before = snapshotFolder(home.path("shop"));
  expect(await home.json("stores", "forget", "shop")).toEqual({
    name: "shop",
    folder: home.path("shop"),
    wasUsed: true,
  });
  expect(compareFolders(before, snapshotFolder(home.path("shop")))).toEqual(NOTHING);
  expect(await home.run("user", "list")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("No store is chosen"),
  });

  rmSync(home.path("other"), { recursive: true });
  expect((await home.run("use", "other")).stderr).toContain(`prilavok stores forget ${home.path("other")}`);
  expect((await home.run("stores", "forget", "other")).stdout).toMatch(/^other is off the list\. .*not touched\.\n$/);
  expect(await home.json("stores")).toEqual({ stores: [] });
  expect(await home.run("stores", "forget", "other")).toMatchObject({ code: 1 });
  expect(await home.run("stores", "nope")).toMatchObject({ code: 2 });
});

test("a store inside a repository keeps its database, settings, secrets and reading out of it, and lets its units in", async () => {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: home.folder, encoding: "utf8" });
  git("init", "--quiet");
  await home.run("init", "shop");
  for (const file of ["list.jsonl", "mcp/claude/rates/a.jsonl", "activity/2026-11.jsonl", "units/tsconfig.json"]) {
    mkdirSync(dirname(home.path("shop", file)), { recursive: true });
    writeFileSync(home.path("shop", file), "{}");
  }
  git("add", "shop");
  const kept = git("ls-files", "shop").trim().split("\n");
  expect(kept).toContain("shop/units/melbis_agent_currency.ts");
  expect(kept.filter((file) => !file.startsWith("shop/units/"))).toEqual(["shop/.gitignore", "shop/relations.json"]);
  expect(kept).not.toContain("shop/units/tsconfig.json");

  await home.run("backup", "a.tar.gz");
  await home.run("restore", "a.tar.gz", "again");
  expect(existsSync(home.path("again/.gitignore"))).toBe(true);
});

test("a settings folder that cannot be written does not lose the store that was made", async () => {
  writeFileSync(home.path("config"), "a file in the way");
  const end = await home.run("init", "shop");
  expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining("could not be written down") });
  expect(existsSync(home.path("shop", "store.json"))).toBe(true);
});
