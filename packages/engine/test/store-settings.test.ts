import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, openStore, readRelations } from "@prilavok/engine";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-settings-"));
  await createStore(folder, { name: "Shop" });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sqlite = { engine: "sqlite", file: "store.sqlite" };
const whole = { name: "Shop", nick: "ms", db: sqlite };

function write(settings: unknown): void {
  writeFileSync(join(folder, "store.json"), typeof settings === "string" ? settings : JSON.stringify(settings));
}

async function refusal(): Promise<string> {
  const store = await openStore(folder, "read");
  if ("refusal" in store) return store.refusal;
  await store.db.close();
  return "";
}

test("what store.json leaves out has its default", async () => {
  write(whole);
  const store = await openStore(folder, "read");
  if ("refusal" in store) throw new Error(store.refusal);
  await store.db.close();
  expect(store.settings).toEqual({
    ...whole,
    url: "",
    lang: "en",
    login: "admin",
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    limits: {
      readSeconds: 50,
      bigReadSeconds: 900,
      readerMemoryMb: 512,
      readers: 4,
      moduleSeconds: 50,
      moduleMemoryMb: 512,
      isolates: 4,
      filesKb: 102_400,
      activityDays: 365,
      calls: 64,
      callSeconds: 3600,
      requestMb: 64,
    },
  });
});

test.each([
  [{ ...whole, nik: "ms" }, "store.json holds an unknown key [nik]; the known ones: name, url, nick, lang,"],
  [
    { ...whole, limits: { seconds: 3 } },
    "store.json: [limits] holds an unknown key [seconds]; the known ones: readSeconds,",
  ],
  [
    { ...whole, db: { ...sqlite, url: "x" } },
    "store.json: [db] holds an unknown key [url]; the known ones: engine, file.",
  ],
  [{ ...whole, limits: { isolates: 0 } }, "store.json: [limits.isolates] takes a whole number from 1 to 64."],
  [
    { ...whole, limits: { moduleMemoryMb: 127 } },
    "store.json: [limits.moduleMemoryMb] takes a whole number from 128 to 65536.",
  ],
  [
    { ...whole, limits: { readSeconds: "50" } },
    "store.json: [limits.readSeconds] takes a whole number from 1 to 3600.",
  ],
  [{ ...whole, timezone: "Kyiv" }, "store.json: [timezone] takes a time zone as IANA names it"],
  [{ ...whole, lang: "de" }, "store.json: [lang] takes one of en, ru, uk."],
  [{ ...whole, nick: "a b" }, "store.json: [nick] takes a Latin letter"],
  [{ ...whole, nick: undefined }, "store.json: [nick] takes a Latin letter"],
  [{ ...whole, db: { engine: "oracle" } }, 'store.json: [db.engine] takes {"engine": "sqlite"'],
  [
    { ...whole, db: { engine: "mysql", url: "http://x" } },
    "store.json: [db.url] takes an address that starts with mysql://",
  ],
  [
    { ...whole, db: { engine: "mysql", url: "mysql://u:secret@h" } },
    "store.json: [db.url] names no database: write mysql://",
  ],
  [
    { ...whole, db: { engine: "mysql", url: "mysql://u:secret@127.0.0.1:1/d" } },
    "The database server at 127.0.0.1:1/d cannot be used: nobody listens there.",
  ],
  [[], "store.json takes an object."],
  ['{"name": "Shop",', "store.json is not whole JSON"],
  [{ ...whole, nick: "other" }, "holds no store of the nick other"],
  [{ ...whole, db: { engine: "sqlite", file: "gone.sqlite" } }, "has lost its database: there is no gone.sqlite"],
])("settings that are wrong are refused by their name: %j [cli-02]", async (settings, text) => {
  write(settings);
  expect(await refusal()).toContain(text);
  expect(await refusal()).not.toContain("secret");
});

test("a mark at the file's start and a database elsewhere in the folder are taken", async () => {
  write(`\uFEFF${JSON.stringify({ ...whole, db: { engine: "sqlite", file: "..\\sub\\..\\gone" } })}`);
  expect(await refusal()).toContain("has lost its database");
  write(`\uFEFF${JSON.stringify(whole)}`);
  expect(await refusal()).toBe("");
});

test("a database that is something else is refused", async () => {
  writeFileSync(join(folder, "store.sqlite"), "this is a text, and a long one at that ".repeat(100));
  expect(await refusal()).toContain("it is no SQLite database");
});

test("the relation map of a new store is the shipped one, a relation a line [sch-03]", async () => {
  const text = readFileSync(join(folder, "relations.json"), "utf8");
  expect(text).toContain('\n  {"main":"store","table":"orders_store","key":"store_id","nullable":true}');
  const relations = await readRelations(folder);
  expect(relations).toHaveLength(text.trim().split("\n").length - 2);
});

test.each([
  [
    [{ main: "store", table: "x", key: "y", nullable: true, note: 1 }],
    "relations.json: [0] holds an unknown key [note]",
  ],
  [[{ main: "store", table: "x", key: "y", nullable: 1 }], "relations.json: [0.nullable] takes true or false."],
  [[{ main: "a;b", table: "x", key: "y", nullable: true }], "relations.json: [0.main] takes a bare name."],
  [{}, "relations.json takes a list of relations."],
  [
    [
      { main: "store", table: "x", key: "y", nullable: true },
      { main: "Store", table: "X", key: "y", nullable: false },
    ],
    "relations.json: [1] says store <- x.y a second time.",
  ],
])("a wrong relation map is refused by its place: %j", async (relations, text) => {
  writeFileSync(join(folder, "relations.json"), JSON.stringify(relations));
  expect(await readRelations(folder)).toHaveProperty("refusal", expect.stringContaining(text));
});
