import { root, run } from "./run.mjs";

/** What CI runs: the checks, then every test; the second runs whatever the first found. */
const checks = await run(process.execPath, [`${root}scripts/check.mjs`]);
const tests = await run(process.execPath, [`${root}scripts/test.mjs`]);
process.exitCode = checks || tests;
