import { connect, floorProgram, program } from "./client.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

/** From the start of the process to `initialize` answered. Goal: at most 1.2 x the floor. */
export async function start({ store, database, quick }) {
  const once = async (...args) => (await connect(...args)).close();
  const measured = await interleave(
    { floor: () => once(floorProgram, database), prilavok: () => once(program, "mcp", "--store", store) },
    { rounds: quick ? 5 : 20, warmUp: 2 },
  );
  report("Start to initialize answered, and ended", [
    ["server", "median", "p95", "of the floor (goal 1.2)"],
    ["bare SDK server", ms(measured.floor.median), ms(measured.floor.p95), ""],
    [
      "prilavok",
      ms(measured.prilavok.median),
      ms(measured.prilavok.p95),
      times(measured.prilavok.median / measured.floor.median),
    ],
  ]);
}
