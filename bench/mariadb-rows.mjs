import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectStore, peakMiB } from "./client.mjs";
import { md5 } from "./md5.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

const BARE = fileURLToPath(new URL("mariadb-bare-rows.mjs", import.meta.url));
const SQL = "SELECT * FROM ms_bench";
const WATCH_MS = 20;

/**
 * All rows of the table to a file. Goals: at least 80 % of the bare driver's speed writing the same bytes, under 120 MiB a
 * process whatever the count, a reply under 2 KB.
 */
export async function mariadbRows({ store, account, folder, rows, quick }) {
  const file = (name) => join(folder, `${name}.jsonl`);
  const prilavok = await connectStore(store);
  const bare = fork(BARE);
  bare.on("exit", (code) => {
    if (code !== null) throw new Error(`the bare driver ended with ${code}`);
  });
  let replyBytes = 0;
  let commandLineMiB = 0;
  const measured = await interleave(
    {
      bare: async () => {
        bare.send({ account, sql: SQL, file: file("bare") });
        await once(bare, "message");
      },
      commandLine: async () => {
        commandLineMiB = await commandLine(account, join(folder, "command-line.tsv"));
      },
      prilavok: async () => {
        const pool = [{ do: "select", sql: SQL, big: true, output: file("prilavok") }];
        replyBytes = Buffer.byteLength(JSON.stringify(await prilavok.call("engine_db_select", { pool })));
      },
    },
    { rounds: quick ? 1 : rows > 1_000_000 ? 3 : 5, warmUp: quick || rows > 1_000_000 ? 0 : 1 },
  );
  const bareMiB = peakMiB(bare.pid);
  const memory = peakMiB(prilavok.pid);
  bare.kill();
  await prilavok.close();
  const [bareHash, hash] = [await md5(file("bare")), await md5(file("prilavok"))];
  if (hash !== bareHash) throw new Error(`not the same bytes: ${bareHash} of the bare driver, ${hash} of prilavok`);
  const line = (title, name, peaks) => [
    title,
    ms(measured[name].median),
    `${Math.round(rows / measured[name].median)} k rows/s`,
    name === "bare" ? "" : times(measured.bare.median / measured[name].median),
    peaks.map((each) => `${each.toFixed(0)} MiB`).join(", "),
  ];
  report(`MariaDB, ${rows.toLocaleString("en")} x 6 rows to a file`, [
    ["way", "median", "speed", "of the bare driver's (goal 0.80)", "peak memory a process (goal 120)"],
    line("bare mysql2, warm", "bare", bareMiB),
    line("mariadb --quick, tab-separated", "commandLine", [commandLineMiB]),
    line("engine_db_select", "prilavok", memory),
  ]);
  console.log(`  the same bytes (md5 ${hash}); reply of engine_db_select: ${replyBytes} bytes (goal 2000)`);
}

/** Answers the most memory the client was seen to hold, in MiB. */
async function commandLine({ host, port, user, password, database }, file) {
  const out = openSync(file, "w");
  const words = ["--no-defaults", "--protocol=tcp", "--quick", "--batch", "--skip-column-names"];
  const client = spawn("mariadb", [...words, `-h${host}`, `-P${port}`, `-u${user}`, database, "-e", SQL], {
    stdio: ["ignore", out, "inherit"],
    env: { ...process.env, MYSQL_PWD: password },
  });
  closeSync(out);
  let most = 0;
  const watch = setInterval(() => {
    if (client.exitCode === null) most = Math.max(most, ...peakMiB(client.pid));
  }, WATCH_MS);
  const [code] = await once(client, "exit");
  clearInterval(watch);
  if (code !== 0) throw new Error(`mariadb ended with ${code}`);
  return most;
}
