import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

const FOLDER = "shop/files/2026/09_18/14_05";

let home: Home;
beforeEach(async () => {
  home = new Home();
  await home.run("init", "shop");
  exec(`INSERT INTO ms_files_brand (id, elem_id, file_name, file_size, upload_time, real_name) VALUES
    (1, 1, 'files_brand_1_1.jpg', 3, '2026-09-18 14:05:00', 'kept'),
    (2, 1, 'files_brand_1_2.jpg', 3, '2026-09-18 14:05:59', 'Загублений'),
    (3, 1, '../../../../../store.json', 3, '2026-09-18 14:05:59', 'leads out')`);
  mkdirSync(home.path(FOLDER), { recursive: true });
  writeFileSync(home.path(FOLDER, "files_brand_1_1.jpg"), "abc");
  writeFileSync(home.path(FOLDER, "files_brand_1_9.jpg"), "x".repeat(2048));
  mkdirSync(home.path("shop/files/2025/01_01/00_00"), { recursive: true });
  writeFileSync(home.path("shop/files/2025/01_01/00_00/files_store_1_5"), "");
  writeFileSync(home.path(`shop/files/.${encodeURIComponent(`${hostname()}:999999999:1`)}.ab.part`), "abandoned");
  writeFileSync(home.path(`shop/files/.${encodeURIComponent(`${hostname()}:${process.pid}:`)}.ab.part`), "at work");
});
afterEach(() => home[Symbol.dispose]());

function exec(sql: string): void {
  const connection = new Sqlite(home.path("shop/store.sqlite"));
  connection.exec(sql);
  connection.close();
}

function rowIds(): unknown[] {
  const connection = new Sqlite(home.path("shop/store.sqlite"), { readonly: true });
  try {
    return connection.prepare("SELECT id FROM ms_files_brand ORDER BY id").pluck().all();
  } finally {
    connection.close();
  }
}

function filesLeft(): string[] {
  const entries = readdirSync(home.path("shop/files"), { recursive: true, withFileTypes: true });
  return entries.filter((one) => !one.isDirectory()).map((one) => one.name);
}

test("rows without files and files without rows are found with the space they take [fil-10]", async () => {
  expect(await home.json("files", "audit", "--store", "shop")).toEqual({
    lostRows: [
      { entity: "brand", id: "2", realName: "Загублений", path: "files/2026/09_18/14_05/files_brand_1_2.jpg" },
      { entity: "brand", id: "3", realName: "leads out", path: "" },
    ],
    strayFiles: expect.arrayContaining([
      { path: "files/2026/09_18/14_05/files_brand_1_9.jpg", sizeBytes: 2048 },
      { path: "files/2025/01_01/00_00/files_store_1_5", sizeBytes: 0 },
      { path: expect.stringMatching(/\.part$/), sizeBytes: 9 },
    ]),
    kept: { files: 1, sizeBytes: 3 },
  });
  const { code, stdout } = await home.run("files", "audit", "--store", "shop");
  expect(code).toBe(0);
  expect(stdout).toContain("Files with their rows: 1, 3 B\nRows without a file: 2\n  brand 2  Загублений  files/2026/");
  expect(stdout).toContain("Files without a row: 3, 2 KB\n");
  expect(rowIds()).toEqual([1, 2, 3]);
});

test("nothing is removed without a confirmation, and all of it with one [fil-10]", async () => {
  const asked = await home.run("files", "audit", "--store", "shop", "--remove");
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain("Nothing was removed. Repeat the command with --yes");
  expect([rowIds().length, filesLeft().length]).toEqual([3, 5]);

  const { stdout } = await home.run("files", "audit", "--store", "shop", "--remove", "--yes");
  expect(stdout).toBe("Removed: rows 2, files 3.\n");
  expect(rowIds()).toEqual([1]);
  expect(filesLeft().sort()).toEqual([expect.stringMatching(/\.part$/), "files_brand_1_1.jpg"]);
  expect(existsSync(home.path("shop/files/2025"))).toBe(false);
  expect(existsSync(join(home.path("shop"), "store.json"))).toBe(true);
  const again = await home.json("files", "audit", "--store", "shop", "--remove");
  expect(again).toMatchObject({ lostRows: [], strayFiles: [] });
});

test("nothing is removed while somebody has the files in work [fil-10]", { timeout: 60_000 }, async () => {
  exec("INSERT INTO ms_oper_block (table_name, user_id, from_time) VALUES ('files_topic', 1, '2026-09-18 14:05:00')");
  const { code, stderr } = await home.run("files", "audit", "--store", "shop", "--remove", "--yes");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The table files_topic is in work right now, and nothing was written: admin has it since /);
  expect([rowIds().length, filesLeft().length]).toEqual([3, 5]);
});

test("a file that came back and a row that came meanwhile are left alone [fil-10]", async () => {
  rmSync(home.path(FOLDER, "files_brand_1_9.jpg"));
  writeFileSync(home.path(FOLDER, "files_brand_1_2.jpg"), "back");
  expect(await home.json("files", "audit", "--store", "shop")).toMatchObject({
    lostRows: [{ id: "3" }],
    kept: { files: 2, sizeBytes: 7 },
  });
});
