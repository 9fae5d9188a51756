import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, openStore, SCHEMA, type Store } from "@prilavok/engine";
import { restoreStore } from "@prilavok/engine/restore";
import { upgradeStore } from "@prilavok/engine/upgrade";
import { Child } from "@prilavok/faults";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MariadbScratch, SERVER_ENGINE } from "./mariadb-scratch.ts";

const NEWEST = 3;
const AS_TESTS = { version: "1", report: () => undefined };
const PASSWORD = "p@s#s:w/o rd%'\"\\й";

let scratch: MariadbScratch;
let home: string;
let folder: string;
beforeEach(async () => {
  scratch = await MariadbScratch.create();
  home = mkdtempSync(join(tmpdir(), "mariadb-store-"));
  folder = join(home, "shop");
});
afterEach(async () => {
  rmSync(home, { recursive: true, force: true });
  await scratch[Symbol.asyncDispose]();
});

async function opened(): Promise<Store> {
  const store = await openStore(folder, "read");
  if ("refusal" in store) throw new Error(store.refusal);
  return store;
}

const settings = () => JSON.parse(readFileSync(join(folder, "store.json"), "utf8")) as { db: object };
const create = (options: Parameters<typeof createStore>[1] = {}) =>
  createStore(folder, { db: scratch.url, ...options });

async function tables(): Promise<string[]> {
  const rows = await scratch.exec(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
  );
  return rows.map(({ name }) => String(name)).sort();
}

/** Other tests change the server's mode for a moment, and a table is shown in the session's. */
const OWN_MODE = "SET sql_mode = ''";

/** Everything that a shop's own programs see of its tables. */
async function shop(): Promise<unknown> {
  return Promise.all([
    scratch.exec(OWN_MODE, "SHOW CREATE TABLE orders"),
    scratch.exec("SELECT * FROM orders"),
    scratch.exec(OWN_MODE, "SHOW CREATE TABLE ms_extra"),
    scratch.exec("SELECT * FROM ms_extra"),
    scratch.exec("SHOW TRIGGERS LIKE 'orders'"),
  ]);
}

async function openShop(): Promise<void> {
  await scratch.exec(
    "CREATE TABLE orders (id INT PRIMARY KEY, note TEXT CHARACTER SET cp1251) ENGINE=MyISAM",
    "INSERT INTO orders VALUES (1, 'Привет')",
    "CREATE TABLE ms_extra (id INT PRIMARY KEY, order_id INT)",
    "INSERT INTO ms_extra VALUES (7, 1)",
    "CREATE TRIGGER orders_seen AFTER INSERT ON orders FOR EACH ROW SET @seen = 1",
  );
}

describe("init in a database on a server [cli-01]", () => {
  test("makes the whole schema beside a shop's own tables and touches none of them", async () => {
    await openShop();
    const before = await shop();
    expect(await create({ name: "My shop", lang: "uk" })).toEqual({ name: "My shop", folder });
    expect(await shop()).toEqual(before);
    expect(await tables()).toEqual(["ms_extra", "orders", ...SCHEMA.map(({ name }) => `ms_${name}`)].sort());
    const made = await scratch.exec(
      `SELECT DISTINCT engine AS engine, table_collation LIKE 'utf8mb4%' AS utf8, table_comment AS table_comment FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_name LIKE 'ms\\_%' AND table_name <> 'ms_extra'`,
    );
    expect(made).toEqual([{ engine: "InnoDB", utf8: 1, table_comment: "Prilavok" }]);
    expect(settings()).toMatchObject({ name: "My shop", db: { engine: SERVER_ENGINE, url: scratch.url } });
    expect(existsSync(join(folder, "store.sqlite"))).toBe(false);
    const store = await opened();
    expect(store.db.dialect).toBe(SERVER_ENGINE);
    await store.db.close();
  });

  test("raises the version at every change of what the registry depends on, whoever makes it", async () => {
    await create();
    const version = async () => (await scratch.exec("SELECT version FROM ms_agent_version"))[0]?.version;
    const before = Number(await version());
    await scratch.exec(
      "UPDATE ms_user SET name = 'Other'",
      "INSERT INTO ms_lang (id) VALUES (1)",
      "DELETE FROM ms_lang",
    );
    expect(await version()).toBe(before + 3);
  });

  test("takes a nick of its own beside another store", async () => {
    await create();
    const other = join(home, "other");
    expect(await createStore(other, { db: scratch.url, nick: "two" })).toEqual({ name: "other", folder: other });
    expect(await tables()).toHaveLength(SCHEMA.length * 2);
  });

  test("is refused where a store of the nick stands, and nothing of it changes [cli-19]", async () => {
    await create();
    await scratch.exec("UPDATE ms_user SET name = 'Kept'");
    const end = await createStore(join(home, "other"), { db: scratch.url });
    expect(end).toHaveProperty(
      "refusal",
      expect.stringMatching(/^The database at .* already holds a store of the nick ms/),
    );
    expect(await scratch.exec("SELECT name FROM ms_user")).toEqual([{ name: "Kept" }]);
    expect(existsSync(join(home, "other/store.json"))).toBe(false);
  });

  test.each([
    ["a table", "CREATE TABLE ms_store (id INT)"],
    ["a view", "CREATE VIEW ms_store AS SELECT 1 AS id"],
    [
      "an empty table that is called as one of ours",
      "CREATE TABLE ms_store_meta (name VARCHAR(50), value VARCHAR(255))",
    ],
  ])("is refused where %s of somebody else has a name, and names it", async (_, sql) => {
    await scratch.exec(sql);
    const [name] = await tables();
    expect(await create()).toHaveProperty(
      "refusal",
      expect.stringContaining(`already holds ${name}, which is not Prilavok's`),
    );
    expect(await tables()).toEqual([name]);
    expect(await create({ nick: "free" })).not.toHaveProperty("refusal");
  });

  test("leaves nothing behind where the server refuses a statement, and says its words", async () => {
    await scratch.exec(
      "CREATE TABLE other (id INT)",
      "CREATE TRIGGER ms_user_version_insert AFTER INSERT ON other FOR EACH ROW SET @x = 1",
    );
    expect(await create()).toHaveProperty("refusal", expect.stringContaining("refused a statement: Trigger"));
    expect(await tables()).toEqual(["other"]);
    expect(readdirSync(folder).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });

  test("leaves nothing behind where the fill refuses or breaks", async () => {
    expect(await create({ fill: async () => ({ refusal: "The tool is broken." }) })).toEqual({
      refusal: "The tool is broken.",
    });
    expect(await tables()).toEqual([]);
    const breaking = create({
      fill: async () => {
        throw new Error("broken");
      },
    });
    await expect(breaking).rejects.toThrow("broken");
    expect(await tables()).toEqual([]);
    expect(await create()).not.toHaveProperty("refusal");
  });

  test.each([
    ["mysql://u:secret@h", "--db names no database"],
    ["postgres://u:secret@h/d", "--db takes an address like mysql://"],
    ["mysql://u:secret@127.0.0.1:1/d", "The database server at 127.0.0.1:1/d cannot be used: nobody listens there."],
    ["mysql://prilavok_nobody:secret@HERE/d", "Access denied for user 'prilavok_nobody'"],
    ["mysql://prilavok_nobody@HERE/d", "No password was given: set PRILAVOK_DB_PASSWORD"],
  ])("is refused in words that hold no password: %s", async (db, words) => {
    const end = await createStore(folder, { db: db.replace("HERE", `127.0.0.1:${scratch.address.port}`) });
    expect(end).toHaveProperty("refusal", expect.stringContaining(words));
    expect(JSON.stringify(end)).not.toContain("secret");
    expect(existsSync(join(folder, "store.json"))).toBe(false);
  });
});

describe("an init that is killed", () => {
  /** A process of its own that makes a store; `fill` is the text of its callback. */
  const creator = (fill = "undefined") =>
    new Child(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { createStore } from "@prilavok/engine";
         console.log(JSON.stringify(await createStore(process.argv[1], { db: process.argv[2], fill: ${fill} })));`,
        folder,
        scratch.url,
      ],
      { cwd: import.meta.dirname },
    );
  const expectWhole = async () => {
    const store = await opened();
    expect(store.db.dialect).toBe(SERVER_ENGINE);
    await store.db.close();
    expect(await tables()).toEqual(["ms_extra", "orders", ...SCHEMA.map(({ name }) => `ms_${name}`)].sort());
    const meta = await scratch.exec("SELECT name, value FROM ms_store_meta");
    expect(meta).toEqual([{ name: "schema_version", value: String(NEWEST) }]);
  };

  test.each([0, 1, 2, 8, 35, SCHEMA.length])(
    "when it has made %i tables is begun again, and the shop's tables stay as they are",
    async (made) => {
      await openShop();
      const before = await shop();
      await using child = creator("() => new Promise(() => setInterval(() => {}, 1000))");
      await expect
        .poll(async () => (await tables()).length, { interval: 1, timeout: 20_000 })
        .toBeGreaterThanOrEqual(made + 2);
      child.kill("SIGKILL");
      await child.exited;
      // The server ends the statement that it is at before it sees that nobody waits for it.
      await expect.poll(() => scratch.connections(), { timeout: 10_000 }).toEqual([]);
      expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("holds no store"));
      expect(await create()).toEqual({ name: "shop", folder });
      await expectWhole();
      expect(await shop()).toEqual(before);
    },
  );

  test("after the folder was put in its place left a whole store", async () => {
    await openShop();
    await create();
    await scratch.exec("INSERT INTO ms_store_meta (name, value) VALUES ('making', '')");
    await expectWhole();
    expect(await createStore(join(home, "other"), { db: scratch.url })).toHaveProperty("refusal");
    await expectWhole();
  });

  test("leaves the tables of a half-made store to be made anew from another folder", async () => {
    await openShop();
    await using child = creator("() => process.kill(process.pid, 'SIGKILL')");
    await child.exited;
    folder = join(home, "another");
    expect(await create()).toEqual({ name: "another", folder });
    await expectWhole();
  });

  test("keeps a table of another program that took a name meanwhile", async () => {
    await using child = creator("() => process.kill(process.pid, 'SIGKILL')");
    await child.exited;
    await scratch.exec("DROP TABLE ms_brand", "CREATE TABLE ms_brand (id INT)", "INSERT INTO ms_brand VALUES (5)");
    expect(await create()).toHaveProperty("refusal", expect.stringContaining("already holds ms_brand"));
    expect(await scratch.exec("SELECT * FROM ms_brand")).toEqual([{ id: 5 }]);
  });

  test("is not met by another one: of several in one database one makes the store", async () => {
    const ends = await Promise.all(
      Array.from({ length: 3 }, (_, num) => createStore(join(home, `at-once-${num}`), { db: scratch.url })),
    );
    expect(ends.filter((end) => !("refusal" in end))).toHaveLength(1);
    for (const end of ends.filter((one) => "refusal" in one)) {
      expect(end).toHaveProperty("refusal", expect.stringMatching(/already holds a store|Another init is at work/));
    }
  });
});

describe("the password of a database", () => {
  let user: string;
  let url: string;
  beforeEach(async () => {
    user = `p${scratch.name.slice(-8)}`;
    await scratch.onServer(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY '${PASSWORD.replace(/['\\]/g, "\\$&")}'`);
    await scratch.exec(`GRANT ALL ON \`${scratch.name}\`.* TO '${user}'@'127.0.0.1'`);
    url = `mysql://${user}:${PASSWORD}@127.0.0.1:${scratch.address.port}/${scratch.name}`;
  });
  afterEach(async () => {
    delete process.env.PRILAVOK_DB_PASSWORD;
    await scratch.onServer(`DROP USER '${user}'@'127.0.0.1'`);
  });

  test("may hold any character, and stands in a file for its owner alone", async () => {
    expect(await create({ db: url })).not.toHaveProperty("refusal");
    expect(settings().db).toEqual({ engine: SERVER_ENGINE, url });
    expect(statSync(join(folder, "store.json")).mode & 0o777).toBe(0o600);
    await (await opened()).db.close();
  });

  test("is not written down where the environment has it [cli-20]", async () => {
    process.env.PRILAVOK_DB_PASSWORD = PASSWORD;
    expect(
      await create({ db: `mysql://${user}:wrong@127.0.0.1:${scratch.address.port}/${scratch.name}` }),
    ).not.toHaveProperty("refusal");
    expect(settings().db).toEqual({
      engine: SERVER_ENGINE,
      url: `mysql://${user}@127.0.0.1:${scratch.address.port}/${scratch.name}`,
    });
    await (await opened()).db.close();
    delete process.env.PRILAVOK_DB_PASSWORD;
    expect(await openStore(folder, "read")).toHaveProperty("refusal", expect.stringContaining("Access denied"));
  });

  test("may stand in a file of its own [cli-20]", async () => {
    await create({ db: url });
    const db = {
      engine: SERVER_ENGINE,
      url: `mysql://${user}@127.0.0.1:${scratch.address.port}/${scratch.name}`,
      passwordFile: "db-password",
    };
    writeFileSync(join(folder, "store.json"), JSON.stringify({ ...settings(), db }));
    expect(await openStore(folder, "read")).toHaveProperty(
      "refusal",
      expect.stringContaining("db-password cannot be read"),
    );
    writeFileSync(join(folder, "db-password"), `${PASSWORD}\n`);
    await (await opened()).db.close();
  });
});

describe("the account of a store", () => {
  const user = () => `r${scratch.name.slice(-8)}`;
  const grants = (right: string) =>
    scratch.onServer(
      `CREATE USER '${user()}'@'127.0.0.1'`,
      `GRANT ${right} ON \`${scratch.name}\`.* TO '${user()}'@'127.0.0.1'`,
    );
  const openAsUser = () => {
    const db = { engine: SERVER_ENGINE, url: `mysql://${user()}@127.0.0.1:${scratch.address.port}/${scratch.name}` };
    writeFileSync(join(folder, "store.json"), JSON.stringify({ ...settings(), db }));
    return openStore(folder, "read");
  };
  beforeEach(() => create());
  afterEach(() => scratch.onServer(`DROP USER '${user()}'@'127.0.0.1'`));

  test("need not write to open it, as where the server only reads", async () => {
    await grants("SELECT");
    const store = await openAsUser();
    if ("refusal" in store) throw new Error(store.refusal);
    expect(store.schemaVersion).toBe(NEWEST);
    await store.db.close();
  });

  test("that may not even read is refused in the server's words", async () => {
    await grants("INSERT");
    expect(await openAsUser()).toHaveProperty(
      "refusal",
      expect.stringMatching(/ refused a statement: .*SELECT.* denied.* Give its user the rights/),
    );
  });
});

describe("an upgrade on a server [cli-03]", () => {
  /** The schema as it was first. */
  async function makeOld(): Promise<void> {
    await create();
    await scratch.exec(
      "ALTER TABLE ms_oper_block DROP COLUMN call_id, DROP COLUMN holder",
      "DROP TABLE ms_user_password, ms_device_token, ms_password_guess",
      "UPDATE ms_store_meta SET value = '1' WHERE name = 'schema_version'",
      "INSERT INTO ms_oper_block (table_name, user_id, from_time) VALUES ('store', 1, '2026-11-30 10:00:00')",
    );
  }
  const shape = () =>
    scratch.exec(
      `SELECT table_name, column_name, column_type, is_nullable, column_default, column_key FROM information_schema.columns
       WHERE table_schema = DATABASE() ORDER BY table_name, column_name`,
    );

  test("brings an older store to what a new one is, keeps its rows, and its backup is the whole older store", async () => {
    await create();
    const newest = await shape();
    rmSync(folder, { recursive: true });
    await scratch.exec("SET foreign_key_checks = 0", ...(await tables()).map((name) => `DROP TABLE ${name}`));
    await makeOld();
    expect(await openStore(folder, "read")).toHaveProperty(
      "refusal",
      expect.stringMatching(/^VERSION_FAIL: .* schema 1/),
    );
    const end = await upgradeStore(folder, AS_TESTS);
    expect(end).toMatchObject({ from: 1, to: NEWEST, backup: expect.stringMatching(/schema-1-\d{8}_\d{6}\.tar\.gz$/) });
    expect(await shape()).toEqual(newest);
    expect(await scratch.exec("SELECT table_name, holder FROM ms_oper_block")).toEqual([
      { table_name: "store", holder: "" },
    ]);
    expect(await upgradeStore(folder, AS_TESTS)).toEqual({ from: NEWEST, to: NEWEST, backup: undefined });

    await using other = await MariadbScratch.create();
    const archive = ("backup" in end && end.backup) || "";
    const options = { ...AS_TESTS, db: other.url };
    expect(await restoreStore(archive, join(home, "again"), options)).toMatchObject({ schema: 1 });
    expect(await other.exec("SELECT * FROM ms_oper_block")).toMatchObject([{ table_name: "store", user_id: 1 }]);
    expect(await other.exec("SHOW COLUMNS FROM ms_oper_block LIKE 'holder'")).toEqual([]);
  });

  test("that was cut short is gone on with", async () => {
    await makeOld();
    await scratch.exec("ALTER TABLE ms_oper_block ADD COLUMN call_id varchar(36) NOT NULL DEFAULT ''");
    await scratch.exec("CREATE TABLE ms_user_password (user_id int unsigned PRIMARY KEY) COMMENT 'Prilavok'");
    expect(await upgradeStore(folder, AS_TESTS)).toMatchObject({ from: 1, to: NEWEST });
    await (await opened()).db.close();
  });

  test("is refused by a table of somebody else", async () => {
    await makeOld();
    await scratch.exec("CREATE TABLE ms_user_password (mine INT)");
    expect(await upgradeStore(folder, AS_TESTS)).toHaveProperty(
      "refusal",
      expect.stringContaining("'ms_user_password' already exists"),
    );
  });
});
