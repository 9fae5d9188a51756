import { connect, connectStore, floorProgram } from "./client.mjs";
import { interleave, ms, report } from "./measure.mjs";

const SQL = "SELECT id, name FROM ms_bench WHERE id = 7";

/** Warm calls beside the floor's one query. Goals: a one-row select +0.3 ms, a CmdList +1.5 ms. */
export async function oneRow({ store, database, quick }) {
  const floor = await connect(floorProgram, database);
  const prilavok = await connectStore(store);
  const measured = await interleave(
    {
      floor: () => floor.call("query", { sql: SQL }),
      select: () => prilavok.call("engine_db_select", { pool: [{ do: "select", sql: SQL }] }),
      command: () => prilavok.call("tool_run", { unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" }),
    },
    { rounds: quick ? 100 : 1000, warmUp: 50 },
  );
  await Promise.all([floor.close(), prilavok.close()]);
  const over = (name, goal) => `+${ms(measured[name].median - measured.floor.median)} (goal +${goal} ms)`;
  report("Warm calls", [
    ["call", "median", "p95", "over the floor"],
    ["bare SDK server, one row", ms(measured.floor.median), ms(measured.floor.p95), ""],
    ["engine_db_select, one row", ms(measured.select.median), ms(measured.select.p95), over("select", 0.3)],
    ["tool_run CmdList", ms(measured.command.median), ms(measured.command.p95), over("command", 1.5)],
  ]);
}
