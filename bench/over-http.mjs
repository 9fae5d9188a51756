import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connectStore, program } from "./client.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

const PASSWORD = "a password of the bench";

/** A served store beside the embedded one. Goals: a warm command at most +0.7 ms, rows at least 0.80 of the speed. */
export async function overHttp({ store, folder, rows, quick }) {
  run(["user", "password", "admin", "--store", store], `${PASSWORD}\n`);
  const words = [program, "serve", store, "--port", "0", "--json"];
  const server = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface(server.stdout), "line");
  const agent = join(folder, "agent");
  run(["login", JSON.parse(line).url, "--login", "admin", "--store", agent, "--no-keyring"], `${PASSWORD}\n`);
  const embedded = await connectStore(store);
  const served = await connectStore(agent);

  const list = (prilavok) => () => prilavok.call("tool_run", { unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" });
  const command = await interleave(
    { embedded: list(embedded), served: list(served) },
    { rounds: quick ? 200 : 2000, warmUp: 100 },
  );
  const sql = `SELECT * FROM ms_bench LIMIT ${rows}`;
  const read = (prilavok, name) => () =>
    prilavok.call("engine_db_select", { pool: [{ do: "select", sql, big: true, output: join(folder, name) }] });
  const reading = await interleave(
    { embedded: read(embedded, "embedded.jsonl"), served: read(served, "served.jsonl") },
    { rounds: quick ? 2 : 7, warmUp: 1 },
  );
  await Promise.all([embedded.close(), served.close()]);
  server.kill("SIGTERM");
  await once(server, "exit");
  const over = (share) => `+${ms(command.served[share] - command.embedded[share])}`;
  const speed = times(reading.embedded.median / reading.served.median);
  report(`A served store on loopback, ${rows.toLocaleString("en")} rows`, [
    ["call", "", "embedded", "served", "beside"],
    [
      "tool_run CmdList",
      "median",
      ms(command.embedded.median),
      ms(command.served.median),
      `${over("median")} (goal +0.7 ms)`,
    ],
    ["", "best tenth", ms(command.embedded.best), ms(command.served.best), over("best")],
    ["", "p95", ms(command.embedded.p95), ms(command.served.p95), over("p95")],
    ["engine_db_select", "median", ms(reading.embedded.median), ms(reading.served.median), `${speed} (goal 0.80)`],
  ]);
}

function run(words, input) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
