import { connectStore } from "./client.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

const STEPS = 100;
const step = (round, at) => ({
  unit: "MELBIS_AGENT_CURRENCY",
  command: "CmdAdd",
  params: { skey: `B${round % 1000}`, name: `Bench ${at}`, multiplex: 1.5 },
});

/** A pool of 100 CmdAdd beside 100 separate calls. */
export async function pool({ store, quick }) {
  const prilavok = await connectStore(store);
  let round = 0;
  const measured = await interleave(
    {
      pool: () => prilavok.call("tool_pool", { pool: Array.from({ length: STEPS }, (_, at) => step(round++, at)) }),
      calls: async () => {
        for (let at = 0; at < STEPS; at += 1) await prilavok.call("tool_run", step(round++, at));
      },
    },
    { rounds: quick ? 2 : 7, warmUp: 1 },
  );
  await prilavok.close();
  report("100 CmdAdd", [
    ["way", "median", "a command", "of separate calls"],
    [
      "one tool_pool",
      ms(measured.pool.median),
      ms(measured.pool.median / STEPS),
      times(measured.pool.median / measured.calls.median),
    ],
    ["100 tool_run", ms(measured.calls.median), ms(measured.calls.median / STEPS), ""],
  ]);
}
