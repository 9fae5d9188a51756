import { root, run } from "./run.mjs";
import { setUp } from "./setup.mjs";

await setUp();
process.exitCode = await run(process.execPath, [`${root}examples/demo/run.mjs`, ...process.argv.slice(2)]);
