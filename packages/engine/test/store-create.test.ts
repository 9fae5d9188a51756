import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, openStore, SCHEMA, type Store } from "@prilavok/engine";
import { Child, compareFolders, SmallDisk, snapshotFolder } from "@prilavok/faults";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "store-create-"));
  folder = join(home, "shop");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const NOTHING = { added: [], removed: [], changed: [] };

/** A process of its own that makes a store in `folder`; `fill` is the text of its callback. */
function creator(fill = "undefined"): Child {
  const script = `import { createStore } from "@prilavok/engine";
    const end = await createStore(process.argv[1], { fill: ${fill} });
    console.log(JSON.stringify(end));`;
  return new Child(process.execPath, ["--input-type=module", "-e", script, folder], { cwd: import.meta.dirname });
}

async function opened(mode: "read" | "write" = "read"): Promise<Store> {
  const store = await openStore(folder, mode);
  if ("refusal" in store) throw new Error(store.refusal);
  return store;
}

test("a new store has its whole folder, and its secrets are for their owner alone [cli-01]", async () => {
  expect(await createStore(folder, { name: "My shop", lang: "ru" })).toEqual({ name: "My shop", folder });
  for (const entry of ["units", "files", "rules", "mcp"])
    expect(statSync(join(folder, entry)).isDirectory()).toBe(true);
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(folder, "store.json"), "utf8"))).toEqual({
    name: "My shop",
    nick: "ms",
    lang: "ru",
    login: "admin",
    db: { engine: "sqlite", file: "store.sqlite" },
  });
  expect([...snapshotFolder(folder).keys()].filter((path) => path.startsWith("."))).toEqual([]);
});

test("the database holds every table of the schema with its columns, in WAL, under the store's nick [sch-01, sch-02]", async () => {
  await createStore(folder, { nick: "shop" });
  const db = new Sqlite(join(folder, "store.sqlite"), { readonly: true });
  try {
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    for (const { name, columns, generator } of SCHEMA) {
      const found = db.pragma(`table_info(shop_${name})`) as { name: string }[];
      expect(
        found.map((column) => column.name),
        name,
      ).toEqual(columns.map((column) => column.name));
      const count = db.prepare("SELECT COUNT(*) FROM shop_generator WHERE table_name = ?").pluck().get(name);
      expect(count, name).toBe(generator ? 1 : 0);
    }
  } finally {
    db.close();
  }
});

test.each([
  ["en", "Tools → Execute", "Direct access → Database → Read data"],
  ["ru", "Инструменты → Выполнить", "Прямой доступ → База данных → Чтение данных"],
  ["uk", "Інструменти → Виконати", "Прямий доступ → База даних → Читання даних"],
])("the rights stand in the tree in the store's language (%s) [ovr-08]", async (lang, run, select) => {
  await createStore(folder, { lang });
  const { db } = await opened();
  const paths = new Map<string, string>();
  const rows = await db.all<{ id: number; tindex: number; tlevel: number; name: string; command: string }>(
    "SELECT id, tindex, tlevel, name, command FROM {DBNICK}_oper ORDER BY absindex",
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const names = [row.name];
    for (let up = byId.get(row.tindex); up !== undefined; up = byId.get(up.tindex)) names.unshift(up.name);
    expect(names.length - 1).toBe(row.tlevel);
    paths.set(row.command, names.join(" → "));
  }
  await db.close();
  expect(paths.get("AGENT_TOOL_RUN")).toBe(run);
  expect(paths.get("AGENT_ENGINE_DB_SELECT")).toBe(select);
});

test("a second store in the folder is refused and nothing in it changes", async () => {
  await createStore(folder);
  const before = snapshotFolder(folder);
  const end = await createStore(folder, { nick: "other", lang: "uk" });
  expect(end).toHaveProperty("refusal", expect.stringContaining("already holds a store"));
  expect(compareFolders(before, snapshotFolder(folder))).toEqual(NOTHING);
});

test("a store is made in no other store's folders", async () => {
  await createStore(folder);
  const before = snapshotFolder(folder);
  for (const inside of [join(folder, "units", "shop"), join(folder, "files")]) {
    const end = await createStore(inside);
    expect(end).toHaveProperty("refusal", expect.stringContaining(`inside the store ${folder}`));
  }
  expect(compareFolders(before, snapshotFolder(folder))).toEqual(NOTHING);
});

test("files of others in the folder stay, and a name that is taken refuses the store", async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "notes.txt"), "keep me");
  writeFileSync(join(folder, "store.sqlite"), "not ours");
  const before = snapshotFolder(folder);
  expect(await createStore(folder)).toHaveProperty("refusal", expect.stringContaining("already holds store.sqlite"));
  expect(compareFolders(before, snapshotFolder(folder))).toEqual(NOTHING);
  rmSync(join(folder, "store.sqlite"));
  expect(await createStore(folder)).not.toHaveProperty("refusal");
  expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("keep me");
});

test.each([
  [{ nick: "1st" }, "--nick takes"],
  [{ lang: "de" }, "--lang takes"],
  [{ name: "" }, "--name takes"],
])("options that a store cannot have are refused: %j", async (options, text) => {
  expect(await createStore(folder, options)).toHaveProperty("refusal", expect.stringContaining(text));
  expect(existsSync(folder)).toBe(false);
});

test("a store that is killed while it is made is no store, and the next init makes a whole one", async () => {
  await using child = creator("() => process.kill(process.pid, 'SIGKILL')");
  expect((await child.exited).signal).toBe("SIGKILL");
  expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("holds no store"));
  expect(await createStore(folder)).toEqual({ name: "shop", folder });
  await (await opened()).db.close();
  expect([...snapshotFolder(folder).keys()].filter((path) => path.startsWith("."))).toEqual([]);
});

test.each([1, 2, 5, 7])(
  "a store killed after %i of its parts were put in place is no store, and is made anew",
  async (placed) => {
    await createStore(folder, { name: "Old" });
    const parts = ["units", "files", "rules", "mcp", "store.sqlite", "secrets.json", "relations.json", "store.json"];
    mkdirSync(join(folder, ".prilavok-init"));
    for (const part of parts.slice(placed)) renameSync(join(folder, part), join(folder, ".prilavok-init", part));
    expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("holds no store"));
    expect(await createStore(folder, { name: "New" })).not.toHaveProperty("refusal");
    const store = await opened();
    expect(store.settings.name).toBe("New");
    await store.db.close();
  },
);

test("of several inits at once one makes the store and the others are refused", async () => {
  const children = Array.from({ length: 4 }, () => creator());
  const ends = await Promise.all(
    children.map(async (child) => {
      await child.exited;
      return JSON.parse(child.printed("stdout"));
    }),
  );
  expect(ends.filter((end) => end.name === "shop")).toHaveLength(1);
  for (const end of ends.filter((one) => "refusal" in one)) {
    expect(end.refusal).toMatch(/already holds a store|Another init is at work/);
  }
  await (await opened()).db.close();
});

test("what the fill refuses, the init refuses, and no store is left", async () => {
  const end = await createStore(folder, { fill: async () => ({ refusal: "The tool is broken." }) });
  expect(end).toEqual({ refusal: "The tool is broken." });
  expect(existsSync(join(folder, "store.json"))).toBe(false);
  expect(await createStore(folder)).not.toHaveProperty("refusal");
});

test("a full disk leaves no store, and says so", async () => {
  using disk = new SmallDisk(400 * 1024);
  folder = join(disk.path, "shop");
  expect(await createStore(folder)).toHaveProperty("refusal", expect.stringContaining("the disk is full"));
  expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("holds no store"));
  expect(existsSync(join(folder, "store.sqlite"))).toBe(false);
});

test.each(["/proc/x", "/proc/x/y", "/dev/fd/x"])(
  "a folder that the system does not let be, %s, is refused in words, at once",
  async (path) => {
    expect(await createStore(path)).toHaveProperty("refusal", expect.stringContaining(`${path} cannot be used: `));
  },
);

test("a folder that is a file is refused in words", async () => {
  writeFileSync(folder, "");
  expect(await createStore(folder)).toHaveProperty("refusal", expect.stringContaining("cannot be used"));
});
