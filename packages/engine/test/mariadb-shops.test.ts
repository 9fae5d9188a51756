import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore, type OpenCore, openCore, SCHEMA } from "@prilavok/engine";
import { type Connection, createConnection } from "mysql2/promise";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MariadbScratch, SERVER_ENGINE } from "./mariadb-scratch.ts";
import { changesBetween, fingerprintServer } from "./server-fingerprint.ts";

const isMariadb = SERVER_ENGINE === "mariadb";

/** A shop that other programs made: everything a database may hold, with names near ours. */
const SHOP = [
  "SET sql_mode = '', NAMES utf8mb4",
  "CREATE TABLE клиенты (`код клиента` INT PRIMARY KEY, имя VARCHAR(50) CHARACTER SET cp1251, UNIQUE (имя)) ENGINE=InnoDB",
  "INSERT INTO клиенты VALUES (1, 'Юлия'), (2, 'Ігор')",
  "CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, client INT NOT NULL, sum DECIMAL(10,2), at DATE, twice DECIMAL(12,2) AS (sum * 2), CONSTRAINT fk_client FOREIGN KEY (client) REFERENCES клиенты (`код клиента`) ON DELETE CASCADE) ENGINE=InnoDB",
  "INSERT INTO orders (client, sum, at) VALUES (1, 5.5, '0000-00-00'), (1, 7, '2026-02-03'), (2, 1, '2026-02-04')",
  "CREATE TABLE ms_extra (id INT, KEY ms_store (id)) ENGINE=MyISAM COMMENT='Prilavok'",
  "CREATE TABLE generator (table_name INT)",
  "CREATE TABLE oper_block (a INT)",
  "CREATE TABLE ms (id INT)",
  "CREATE TABLE `odd ``name; --` (`a``b` INT, `select` INT)",
  "INSERT INTO `odd ``name; --` VALUES (3, 4)",
  "CREATE TABLE parts (id INT) PARTITION BY HASH (id) PARTITIONS 3",
  `CREATE TABLE audit (text VARCHAR(100)) ENGINE=${isMariadb ? "Aria" : "MyISAM"}`,
  "CREATE TRIGGER orders_seen AFTER INSERT ON orders FOR EACH ROW INSERT INTO audit VALUES (NEW.id)",
  "CREATE VIEW ms_view AS SELECT o.id, c.имя FROM orders o JOIN клиенты c ON c.`код клиента` = o.client",
  ...(isMariadb ? ["CREATE SEQUENCE numbers NOCACHE"] : []),
  "CREATE FUNCTION ms_user() RETURNS INT DETERMINISTIC RETURN 1",
  "CREATE PROCEDURE ms_store() SELECT 1",
  "CREATE EVENT ms_key ON SCHEDULE EVERY 1 YEAR DISABLE DO DELETE FROM audit",
];

/** What the steps of a whole visit answer, whatever the shop's database is like. */
const VISIT = [
  {
    do: "select",
    name: "who",
    sql: "SELECT `код клиента` AS id, имя FROM клиенты WHERE имя = :N",
    params: { n: "Юлия" },
  },
  { do: "dependent", table: "клиенты", ids: "@who.*.id" },
  {
    do: "select",
    sql: "SELECT id, sum, twice, at FROM orders WHERE client = :ID ORDER BY id",
    params: { id: "@who.0.id" },
  },
  { do: "select", sql: "SELECT имя FROM ms_view WHERE id = 3" },
  { do: "select", sql: "SELECT * FROM `odd ``name; --`" },
];
const WORK = [
  { do: "lock", tables: ["brand", "topic"] },
  { do: "generate", name: "id", table: "brand" },
  { do: "insert", table: "brand", rows: [{ id: "@id", name: "Ґ'\\\"🏪", descr: "" }] },
  { do: "modify", sql: "UPDATE {DBNICK}_brand SET descr = :D WHERE name = :N", params: { d: "\\'", n: "Ґ'\\\"🏪" } },
  { do: "select", sql: "SELECT name, descr, pos FROM {DBNICK}_brand" },
  { do: "change", tables: ["brand"] },
  { do: "tree_add", name: "top", table: "topic", parent_id: 0 },
  { do: "tree_add", table: "topic", parent_id: "@top" },
  { do: "tree_remove", table: "topic", id: "@top" },
  { do: "modify", sql: "INSERT INTO {DBNICK}_files_brand (id, elem_id) VALUES (1, 999)" },
  { do: "unlock" },
  { do: "clear_dependent", table: "brand" },
];

const OURS = new Set(["agent_activity", ...SCHEMA.map(({ name }) => name)].map((name) => `ms_${name}`));
const isOurs = (what: string) => OURS.has(what.replace(/^(rows|shape) of /, ""));

let scratch: MariadbScratch;
let home: string;
let watcher: Connection;
beforeEach(async () => {
  scratch = await MariadbScratch.create("prilavok_shop");
  home = mkdtempSync(join(tmpdir(), "mariadb-shops-"));
  watcher = await createConnection({ uri: scratch.url, dateStrings: true });
});
afterEach(async () => {
  await watcher.end();
  rmSync(home, { recursive: true });
  await scratch[Symbol.asyncDispose]();
});

/** Everything of the shop: without the tables of the store and what is made with them. */
const shopPrint = async () => {
  const print = await fingerprintServer(watcher, scratch.name);
  const triggers = await scratch.exec("SHOW TRIGGERS WHERE `Table` NOT LIKE 'ms\\_%'");
  const { files: _, "information_schema.triggers": __, ...rest } = print;
  return { ...rest, triggers: JSON.stringify(triggers) };
};

async function call(core: OpenCore, command: string, args: object) {
  const request = { command, args, app: "test", topic: "t" } as unknown as Parameters<OpenCore["call"]>[0];
  let section = "";
  const rows: Record<string, unknown[]> = {};
  for await (const part of core.call(request, "admin", new AbortController().signal)) {
    if (part.kind === "open") {
      section = part.section;
      rows[section] = [];
    } else if (part.kind === "rows") rows[section]?.push(...linesOf(part.bytes));
    if (part.kind === "envelope") return { envelope: part.envelope, rows };
  }
  throw new Error("an answer without an envelope");
}

const linesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** Opens Core while the server's sessions have this `sql_mode`; it is for all who connect, so it is for a moment. */
async function coreUnder(mode: string | undefined, folder: string): Promise<OpenCore> {
  const [before] = await scratch.onServer("SELECT @@GLOBAL.sql_mode AS mode");
  if (mode !== undefined) await scratch.onServer(`SET GLOBAL sql_mode = '${mode}'`);
  try {
    const core = await openCore(folder, () => {});
    if ("refusal" in core) throw new Error(core.refusal);
    return core;
  } finally {
    await scratch.onServer(`SET GLOBAL sql_mode = '${String(before?.mode)}'`);
  }
}

const MARIADB_MODES: [string, string, string][] = [
  ["whose server assigns at once", "utf8mb4", "SIMULTANEOUS_ASSIGNMENT,STRICT_ALL_TABLES"],
  ["whose server speaks Oracle's grammar", "utf8mb4", "ORACLE"],
  ["whose server takes empty texts for NULL", "utf8mb4", "EMPTY_STRING_IS_NULL,HIGH_NOT_PRECEDENCE"],
];

describe("a shop's own database takes a store [cli-01]", () => {
  it.each([
    ["in utf8mb4", "utf8mb4 COLLATE utf8mb4_general_ci", undefined],
    ["in latin1", "latin1 COLLATE latin1_german1_ci", undefined],
    ["in cp1251, told apart by case", "cp1251 COLLATE cp1251_bin", undefined],
    ["in utf8mb3, Turkish", "utf8mb3 COLLATE utf8mb3_turkish_ci", undefined],
    ["in ucs2", "ucs2 COLLATE ucs2_unicode_ci", undefined],
    ["whose server has no sql_mode", "utf8mb4", ""],
    ["whose server is ANSI", "latin1", "ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH"],
    ["whose server is strict", "utf8mb4", "TRADITIONAL,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES"],
    ...(isMariadb ? MARIADB_MODES : []),
  ])("%s, and nothing of it changes", async (_, charset, mode) => {
    await scratch.exec(`ALTER DATABASE ${scratch.name} CHARACTER SET ${charset}`, ...SHOP);
    const before = await shopPrint();
    const folder = join(home, "shop");
    expect(await createStore(folder, { db: scratch.url })).toEqual({ name: "shop", folder });
    const core = await coreUnder(mode, folder);
    try {
      const read = await call(core, "engine_db_select", { pool: VISIT });
      expect(read.envelope).toMatchObject({ ok: true, data: { ok: true } });
      expect(read.rows).toEqual({
        "steps.1": [{ id: "1", имя: "Юлия" }],
        "steps.3": [
          { id: "1", sum: "5.50", twice: "11.00", at: "0000-00-00" },
          { id: "2", sum: "7.00", twice: "14.00", at: "2026-02-03" },
        ],
        "steps.4": [{ имя: "Ігор" }],
        "steps.5": [{ "a`b": "3", select: "4" }],
      });
      expect(read.envelope).toMatchObject({ data: { steps: [{}, { count: { orders: 2 } }, {}, {}, {}] } });
      const written = await call(core, "engine_db_execute", { pool: WORK });
      expect(written.envelope).toMatchObject({ ok: true, data: { ok: true } });
      expect(written.rows).toEqual({ "steps.5": [{ name: "Ґ'\\\"🏪", descr: "\\'", pos: "0" }] });
      const { envelope } = await call(core, "engine_db_tables", {});
      expect(JSON.stringify(envelope)).toContain("odd `name; --");
    } finally {
      await core.close();
    }
    expect(changesBetween(before, await shopPrint()).filter((what) => !isOurs(what))).toEqual([]);
  });

  it.each([
    ...(isMariadb ? [["a sequence", "CREATE SEQUENCE ms_store NOCACHE"]] : []),
    ["the log's table", "CREATE TABLE ms_agent_activity (at_time DATETIME)"],
    ["the table of the mark, empty", "CREATE TABLE ms_store_meta (name INT, value INT)"],
    ["a table under our mark", "CREATE TABLE ms_brand (a INT) COMMENT='Prilavok'"],
    ["a table spelled in capitals", "CREATE TABLE MS_BRAND (a INT) COMMENT='Prilavok'"],
  ])("that has a name of ours for %s is refused, and nothing of it changes", async (_, sql) => {
    await scratch.exec(...SHOP, sql);
    const before = await fingerprintServer(watcher, scratch.name);
    const refusal = await createStore(join(home, "shop"), { db: scratch.url });
    expect(refusal).toHaveProperty("refusal", expect.stringContaining("which is not Prilavok's"));
    expect(changesBetween(before, await fingerprintServer(watcher, scratch.name))).toEqual([]);
  });

  it("keeps all of it where an init is refused half-way", async () => {
    await scratch.exec(...SHOP, "CREATE TRIGGER ms_user_version_insert AFTER UPDATE ON orders FOR EACH ROW SET @x = 1");
    const before = await fingerprintServer(watcher, scratch.name);
    const refusal = await createStore(join(home, "shop"), { db: scratch.url });
    expect(refusal).toHaveProperty("refusal", expect.stringContaining("refused a statement"));
    expect(changesBetween(before, await fingerprintServer(watcher, scratch.name))).toEqual([]);
  });
});
