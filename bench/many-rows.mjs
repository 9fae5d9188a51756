import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectStore, peakMiB } from "./client.mjs";
import { md5 } from "./md5.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

const BARE = fileURLToPath(new URL("bare-rows.mjs", import.meta.url));
const JSON_LINES =
  "SELECT json_object('id', CAST(id AS TEXT), 'name', name, 'price', CAST(price AS TEXT), 'section', CAST(section AS TEXT), 'edited', edited, 'note', note) FROM ms_bench LIMIT ";

/** Rows to a file. Goals: at least 80 % of the bare driver's speed, under 120 MiB a process whatever the count. */
export async function manyRows({ store, folder, database, rows, quick }) {
  const prilavok = await connectStore(store);
  const output = join(folder, "prilavok.jsonl");
  const sql = `SELECT * FROM ms_bench LIMIT ${rows}`;
  let reply = "";
  const measured = await interleave(
    {
      bare: () => execFileSync(process.execPath, [BARE, database, String(rows), join(folder, "bare.jsonl")]),
      cli: () =>
        execFileSync("sqlite3", ["-readonly", database, `.output ${join(folder, "cli.jsonl")}`, JSON_LINES + rows]),
      prilavok: async () => {
        const answer = await prilavok.call("engine_db_select", { pool: [{ do: "select", sql, big: true, output }] });
        reply = answer.content[0].text;
      },
    },
    { rounds: quick ? 1 : 5, warmUp: quick ? 0 : 1 },
  );
  const memory = peakMiB(prilavok.pid);
  await prilavok.close();
  const hashes = await Promise.all(["bare", "cli", "prilavok"].map((name) => md5(join(folder, `${name}.jsonl`))));
  const speed = (name) => `${Math.round(rows / measured[name].median)} k rows/s`;
  report(`${rows.toLocaleString("en")} x 6 rows to a file`, [
    ["way", "median", "speed", "speed of the bare driver's (goal 0.80)", "bytes"],
    ["bare driver, one process", ms(measured.bare.median), speed("bare"), "", hashes[0]],
    [
      "sqlite3 command line",
      ms(measured.cli.median),
      speed("cli"),
      times(measured.bare.median / measured.cli.median),
      hashes[1],
    ],
    [
      "engine_db_select",
      ms(measured.prilavok.median),
      speed("prilavok"),
      times(measured.bare.median / measured.prilavok.median),
      hashes[2],
    ],
  ]);
  console.log(
    `  peak memory a process (goal 120): ${memory.map((each) => `${each.toFixed(0)} MiB`).join(", ")}; reply ${reply.length} characters`,
  );
}
