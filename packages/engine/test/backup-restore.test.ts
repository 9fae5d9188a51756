import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { createStore, openStore, type Store } from "@prilavok/engine";
import { backUpStore } from "@prilavok/engine/backup";
import { restoreStore } from "@prilavok/engine/restore";
import { compareSqlite, snapshotFolder, snapshotSqlite } from "@prilavok/faults";
import Sqlite from "better-sqlite3";
import { pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const silent = () => undefined;
const options = { version: "1.2.3", report: silent };
const PICTURE = Buffer.alloc(300_000, "picture");
let home: string;
let folder: string;
let store: Store;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "backup-restore-"));
  folder = join(home, "shop");
  await createStore(folder, { name: "Лавка 🧵" });
  mkdirSync(join(folder, "files/2026/11_30"), { recursive: true });
  writeFileSync(join(folder, "files/2026/11_30/files_store_1_1.jpg"), PICTURE);
  writeFileSync(join(folder, "files/2026/11_30/.1.ab.part"), "half");
  writeFileSync(join(folder, "units/довгий модуль.ts"), "export {}");
  mkdirSync(join(folder, "units/node_modules/x"), { recursive: true });
  writeFileSync(join(folder, "units/node_modules/x/index.js"), "");
  writeFileSync(join(folder, "units/empty.ts"), "");
  writeFileSync(join(folder, "rules/session.md"), "Be kind.");
  mkdirSync(join(folder, "activity"));
  writeFileSync(join(folder, "activity/2026-11.jsonl"), "{}\n");
  writeFileSync(join(folder, "secrets.json"), '{"key":"secret"}');
  mkdirSync(join(folder, "mcp/codex/prices"), { recursive: true });
  writeFileSync(join(folder, "mcp/codex/prices/rows.jsonl"), "{}");
  const opened = await openStore(folder, "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  store = opened;
});
afterEach(async () => {
  await store.db.close();
  rmSync(home, { recursive: true, force: true });
});

async function backUp(name = "a.tar.gz"): Promise<string> {
  const file = join(home, name);
  const end = await backUpStore(store, file, options);
  if ("refusal" in end) throw new Error(end.refusal);
  expect(end.sizeBytes).toBe(statSync(file).size);
  return file;
}

describe("a backup", () => {
  test("of a live store stands again as it was, in a new folder [cli-13]", async () => {
    await store.db.run("INSERT INTO {DBNICK}_brand (id, name) VALUES (7, 'Ромашка')");
    const writer = new Sqlite(join(folder, "store.sqlite"));
    writer.exec("BEGIN IMMEDIATE; INSERT INTO ms_brand (id, name) VALUES (8, 'not yet')");
    const file = await backUp();
    writer.exec("COMMIT");
    writer.close();

    const end = await restoreStore(file, join(home, "again"), { report: silent });
    expect(end).toMatchObject({ name: "Лавка 🧵", folder: join(home, "again"), made: expect.any(String) });
    const restored = await openStore(join(home, "again"), "write");
    if ("refusal" in restored) throw new Error(restored.refusal);
    expect(await restored.db.all("SELECT id, name FROM {DBNICK}_brand")).toEqual([{ id: 7, name: "Ромашка" }]);
    expect(await restored.db.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    await restored.db.close();
    const difference = compareSqlite(
      snapshotSqlite(join(folder, "store.sqlite")),
      snapshotSqlite(join(home, "again/store.sqlite")),
    );
    expect(Object.keys(difference)).toEqual(["ms_brand"]);

    const leftOut = /sqlite|node_modules|^mcp\/|\.part$|^store\.json$/;
    expect(snapshotFolder(join(home, "again"), leftOut)).toEqual(snapshotFolder(folder, leftOut));
    expect(statSync(join(home, "again/secrets.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, "again/mcp"))).toEqual([]);
    expect(JSON.parse(readFileSync(join(home, "again/store.json"), "utf8"))).toMatchObject({
      name: "Лавка 🧵",
      nick: "ms",
    });
  });

  test("is readable by its owner only, takes no other file's place, and leaves nothing beside it", async () => {
    const file = await backUp();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await backUpStore(store, file, options)).toHaveProperty(
      "refusal",
      expect.stringContaining("is there already"),
    );
    expect(await backUpStore(store, join(file, "below"), options)).toHaveProperty("refusal");
    expect(readdirSync(home).sort()).toEqual(["a.tar.gz", "shop"]);
  });

  test("does not follow a link out of the store", async () => {
    writeFileSync(join(home, "outside.txt"), "not the store's");
    symlinkSync(join(home, "outside.txt"), join(folder, "units/link.txt"));
    const bytes = gunzipSync(readFileSync(await backUp()));
    expect(bytes.includes("not the store's")).toBe(false);
  });
});

describe("a restore", () => {
  test("goes into a new or an empty folder only", async () => {
    const file = await backUp();
    const before = snapshotFolder(folder, /sqlite/);
    expect(await restoreStore(file, folder, { report: silent })).toHaveProperty(
      "refusal",
      expect.stringContaining("not empty"),
    );
    expect(snapshotFolder(folder, /sqlite/)).toEqual(before);
    mkdirSync(join(home, "empty"));
    expect(await restoreStore(file, join(home, "empty"), { report: silent })).toHaveProperty("name");
    expect(await restoreStore(join(home, "none"), join(home, "x"), { report: silent })).toHaveProperty(
      "refusal",
      expect.stringContaining("No such file"),
    );
  });

  test("of an archive that is cut, damaged or another program's makes no store", async () => {
    const whole = readFileSync(await backUp());
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, whole.length >> 1, (whole.length >> 1) + 64);
    const wrong = [
      whole.subarray(0, whole.length - 20),
      whole.subarray(0, 1000),
      damaged,
      Buffer.alloc(0),
      gzipSync("text"),
      Buffer.from("no gzip"),
    ];
    for (const [index, bytes] of wrong.entries()) {
      const [file, target] = [join(home, `wrong${index}`), join(home, `store${index}`)];
      writeFileSync(file, bytes);
      const end = await restoreStore(file, target, { report: silent });
      expect(end).toHaveProperty("refusal", expect.stringContaining("cannot be restored"));
      expect(existsSync(join(target, "store.json"))).toBe(false);
      expect(readdirSync(target).filter((name) => !name.endsWith(".lock"))).toEqual([]);
    }
  });

  test.each([
    ["a path that leads out", { name: "units/../../evil.txt" }],
    ["an absolute path", { name: "/evil.txt" }],
    ["a path of Windows", { name: "units/..\\..\\evil.txt" }],
    ["a name no store has", { name: ".bashrc" }],
    ["a link", { name: "units/link", type: "symlink" as const, linkname: "../../.." }],
    ["a hard link", { name: "units/link", type: "link" as const, linkname: "/etc/passwd" }],
    ["a file twice", { name: "store.json" }],
  ])("writes nothing of an archive with %s", async (_what, header) => {
    const archive = pack();
    archive.entry({ name: "backup.json" }, '{"format":1,"name":"x","made":"x","schema":1}');
    archive.entry({ name: "store.json" }, "{}");
    archive.entry(header, "type" in header ? "" : "evil");
    archive.finalize();
    const file = join(home, "hostile.tar.gz");
    await pipeline(archive, createGzip(), createWriteStream(file));
    expect(await restoreStore(file, join(home, "target"), { report: silent })).toHaveProperty("refusal");
    expect(readdirSync(join(home, "target")).filter((name) => !name.endsWith(".lock"))).toEqual([]);
    expect(existsSync(join(home, "evil.txt"))).toBe(false);
  });

  test("that was cut short is made anew by the next one", async () => {
    const file = await backUp();
    const target = join(home, "again");
    mkdirSync(join(target, ".prilavok-init/units"), { recursive: true });
    mkdirSync(join(target, "activity"));
    writeFileSync(join(target, "activity/2026-11.jsonl"), "half");
    expect(await restoreStore(file, target, { report: silent })).toHaveProperty("name");
    expect(existsSync(join(target, ".prilavok-init"))).toBe(false);
  });
});
