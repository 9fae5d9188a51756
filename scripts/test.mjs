import { root, say } from "./run.mjs";
import { setUp } from "./setup.mjs";

/** `npm test -- <part of a path>` runs a part. The last line is always `N passed, N failed`. */
await setUp();
const { startVitest } = await import("vitest/node");
say("testing");
const vitest = await startVitest("test", process.argv.slice(2), { root, run: true, watch: false });
const totals = count(vitest);
await vitest.close();
for (const name of totals.retried) say(`passed only when it was run again: ${name}`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

/** A skipped test, a file that does not load and an error outside tests are failures: nothing is left out in silence. */
function count(vitest) {
  const totals = { passed: 0, failed: vitest.state.getUnhandledErrors().length, retried: [] };
  for (const file of vitest.state.getTestModules()) {
    totals.failed += file.errors().length;
    for (const suite of file.children.allSuites()) totals.failed += suite.errors().length;
    for (const test of file.children.allTests()) {
      if (test.result().state === "passed") totals.passed += 1;
      else totals.failed += 1;
      if (test.diagnostic()?.flaky) totals.retried.push(`${file.moduleId.replace(root, "")} > ${test.fullName}`);
    }
  }
  return totals;
}
