import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { program } from "./client.mjs";
import { importGoods } from "./import-goods.mjs";
import { manyRows } from "./many-rows.mjs";
import { mariadbRows } from "./mariadb-rows.mjs";
import { mariadbStore } from "./mariadb-store.mjs";
import { oneRow } from "./one-row.mjs";
import { overHttp } from "./over-http.mjs";
import { peers } from "./peers.mjs";
import { pool } from "./pool.mjs";
import { start } from "./start.mjs";

/**
 * usage: npm run bench [-- start|one-row|many-rows|over-http|pool|import-goods|mariadb-rows|peers …] [--quick]
 * [--rows 5000000] [--huge]. Without a name it runs those that need neither a MariaDB nor other people's servers.
 */
const EMBEDDED = {
  start,
  "one-row": oneRow,
  "many-rows": manyRows,
  "over-http": overHttp,
  pool,
  "import-goods": importGoods,
};
const ON_MARIADB = { "mariadb-rows": mariadbRows, peers };
const words = process.argv.slice(2);
const quick = words.includes("--quick");
const rowsAt = words.indexOf("--rows");
const rows = words.includes("--huge") ? 10_000_000 : rowsAt === -1 ? 1_000_000 : Number(words[rowsAt + 1]);
const named = words.filter((word) => word in EMBEDDED || word in ON_MARIADB);
const embedded = named.length > 0 ? named.filter((name) => name in EMBEDDED) : Object.keys(EMBEDDED);
const onMariadb = named.filter((name) => name in ON_MARIADB);

const folder = mkdtempSync(join(tmpdir(), "prilavok-bench-"));
process.env.PRILAVOK_CONFIG_DIR = join(folder, "config");
try {
  if (embedded.length > 0) await runEmbedded();
  if (onMariadb.length > 0) await runOnMariadb();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runEmbedded() {
  const store = join(folder, "store");
  execFileSync(process.execPath, [program, "init", store, "--demo"], { stdio: "ignore" });
  const database = join(store, "store.sqlite");
  fill(database, rows);
  for (const name of embedded) await EMBEDDED[name]({ store, database, folder, rows, quick });
}

async function runOnMariadb() {
  const { store, account, close } = await mariadbStore(folder, rows);
  try {
    for (const name of onMariadb) await ON_MARIADB[name]({ store, account, folder, rows, quick });
  } finally {
    await close();
  }
}

/** Goods as a shop has them: six columns, Cyrillic names, prices, times. */
function fill(database, count) {
  const db = new Sqlite(database);
  db.exec(`CREATE TABLE ms_bench (id INTEGER PRIMARY KEY, name varchar(255), price NUMERIC, section int, edited datetime, note text);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO ms_bench SELECT i, 'Ноутбук ' || i, (i % 100000) + 0.5, i % 97, '2026-09-18 14:05:00', 'in stock, ships today' FROM n`);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}
