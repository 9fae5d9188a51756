import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, openStore, type Store } from "@prilavok/engine";
import { backUpStore } from "@prilavok/engine/backup";
import { restoreStore } from "@prilavok/engine/restore";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MariadbScratch, SERVER_ENGINE } from "./mariadb-scratch.ts";

const options = { version: "1.2.3", report: () => undefined };
let home: string;
let first: MariadbScratch;
let second: MariadbScratch;
let store: Store;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "mariadb-backup-"));
  first = await MariadbScratch.create("prilavok_backup");
  second = await MariadbScratch.create("prilavok_restore");
  const made = await createStore(join(home, "shop"), { db: first.url });
  if ("refusal" in made) throw new Error(made.refusal);
  const opened = await openStore(join(home, "shop"), "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  store = opened;
  await first.exec(
    "INSERT INTO ms_brand (id, name, descr) VALUES (7, 'Ромашка 🌼', 'a\\nDEFINER=`x`@`y` ''quoted'' \\\\')",
    "CREATE TABLE ms_own (id int PRIMARY KEY, bytes blob, price decimal(12,4), at datetime NULL)",
    "INSERT INTO ms_own VALUES (1, x'00ff0a275c', 44.2, NULL)",
    "CREATE VIEW ms_names AS SELECT id, name FROM ms_brand",
    "CREATE TABLE other_shop (id int)",
    "CREATE TABLE msx_other (id int)",
  );
});
afterAll(async () => {
  await store.db.close();
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

test("a store on a server stands again in another database, with its triggers and views, and without other tables", async () => {
  const file = join(home, "a.tar.gz");
  expect(await backUpStore(store, file, options)).toMatchObject({ file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(home).sort()).toEqual(["a.tar.gz", "shop"]);

  expect(await restoreStore(file, join(home, "again"), options)).toHaveProperty(
    "refusal",
    expect.stringContaining("--db"),
  );
  const end = await restoreStore(file, join(home, "again"), { ...options, db: second.url });
  expect(end).toMatchObject({ name: "shop", folder: join(home, "again") });
  expect(await second.exec("SELECT name, descr FROM ms_names JOIN ms_brand USING (id, name)")).toEqual([
    { name: "Ромашка 🌼", descr: "a\nDEFINER=`x`@`y` 'quoted' \\" },
  ]);
  expect(await second.exec("SELECT HEX(bytes) AS bytes, price, at FROM ms_own")).toEqual([
    { bytes: "00FF0A275C", price: "44.2000", at: null },
  ]);
  const tables = (await second.exec("SHOW TABLES")).flatMap((row) => Object.values(row));
  expect(tables).not.toContain("other_shop");
  expect(tables).not.toContain("msx_other");
  const version = async (of: MariadbScratch) =>
    Number((await of.exec("SELECT version FROM ms_agent_version"))[0]?.version);
  const before = await version(second);
  await second.exec("UPDATE ms_user SET name = 'x' WHERE login = 'admin'");
  expect(await version(second)).toBe(before + 1);
  const settings = readFileSync(join(home, "again/store.json"), "utf8");
  expect(JSON.parse(settings).db).toEqual({ engine: SERVER_ENGINE, url: second.url });
  expect(readdirSync(join(home, "again"))).not.toContain("client.cnf");
});

test("a database that holds such tables, and one that cannot be reached, are refused and left as they are", async () => {
  const file = join(home, "b.tar.gz");
  await backUpStore(store, file, options);
  expect(await restoreStore(file, join(home, "third"), { ...options, db: first.url })).toHaveProperty(
    "refusal",
    expect.stringContaining("holds ms_"),
  );
  expect(await first.exec("SELECT COUNT(*) AS brands FROM ms_brand")).toEqual([{ brands: 1 }]);
  const nowhere = await restoreStore(file, join(home, "third"), { ...options, db: "mysql://root@127.0.0.1:1/x" });
  expect(nowhere).toHaveProperty("refusal");
  expect(readdirSync(join(home, "third")).filter((name) => !name.endsWith(".lock"))).toEqual([]);
});
