import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { setup } from "../scripts/mariadb-server.mjs";
import { program } from "./client.mjs";

const CHUNK_ROWS = 1_000_000;
const PASSWORD = "bench";

/**
 * A store in a MariaDB of the bench's own (or on the server that PRILAVOK_TEST_SERVER names), its database with the table
 * `ms_bench` of this many rows, and an account that sees this database only. `close` leaves nothing of them.
 */
export async function mariadbStore(folder, rows) {
  const closeServer = await setup();
  const server = new URL(process.env.PRILAVOK_TEST_SERVER ?? "mysql://root@127.0.0.1:3306");
  const database = `prilavok_bench_${process.pid}`;
  const account = { host: server.hostname, port: server.port || "3306", user: database, password: PASSWORD, database };
  const root = await createConnection(server.href);
  const close = async () => {
    await root.query(`DROP DATABASE IF EXISTS ${database}`);
    await root.query(`DROP USER IF EXISTS ${database}@'%'`);
    await root.end();
    await closeServer?.();
  };
  try {
    await root.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
    await root.query(`CREATE USER ${database}@'%' IDENTIFIED BY '${PASSWORD}'`);
    await root.query(`GRANT ALL ON ${database}.* TO ${database}@'%'`);
    const store = join(folder, "mariadb-store");
    const url = `mysql://${account.user}:${PASSWORD}@${account.host}:${account.port}/${database}`;
    execFileSync(process.execPath, [program, "init", store, "--db", url], { stdio: "ignore" });
    await root.query(`USE ${database}`);
    await fill(root, rows);
    return { store, account, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The goods of the embedded store's bench: six columns, Cyrillic names, prices, times. */
async function fill(root, count) {
  await root.query(
    "CREATE TABLE ms_bench (id int PRIMARY KEY, name varchar(255), price decimal(12,4), section int, edited datetime, note text)",
  );
  for (let from = 1; from <= count; from += CHUNK_ROWS) {
    const to = Math.min(count, from + CHUNK_ROWS - 1);
    await root.query(`INSERT INTO ms_bench SELECT seq, CONCAT('Ноутбук ', seq), seq % 100000 + 0.5, seq % 97,
      '2026-09-18 14:05:00', 'in stock, ships today' FROM seq_${from}_to_${to}`);
  }
}
