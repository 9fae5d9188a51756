import { checkLayers } from "./layers.mjs";
import { runTool, say } from "./run.mjs";
import { setUp } from "./setup.mjs";

/** Everything that is judged without running the product; all checks run, so that one look shows all that is wrong. */
const checks = [
  ["types of the tests", () => runTool("tsc", ["-p", "tsconfig.tests.json"])],
  [
    "format and lint (biome)",
    () => runTool("biome", ["check", "--diagnostic-level=warn", "--max-diagnostics=50", "."]),
  ],
  ["promises and types (oxlint)", () => runTool("oxlint", ["--type-aware"])],
  ["dead code (knip)", () => runTool("knip", ["--no-config-hints"])],
  ["layers", checkLayers],
];

await setUp();
const broken = [];
for (const [name, check] of checks) {
  say(name);
  if ((await check()) !== 0) broken.push(name);
}
if (broken.length > 0) say(`not in order: ${broken.join(", ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;
