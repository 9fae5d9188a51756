import { root, run } from "./run.mjs";
import { setUp } from "./setup.mjs";

await setUp();
process.exitCode = await run(process.execPath, [`${root}bench/run.mjs`, ...process.argv.slice(2)]);
