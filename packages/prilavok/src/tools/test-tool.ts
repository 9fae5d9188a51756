import { spawn } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildUnit } from "@prilavok/engine";
import { registryRefusals } from "@prilavok/protocol";
import { writeWhole } from "../write-whole.ts";

const TEST = /^(.+)\.test\.(?:ts|mts|js|mjs)$/;

/**
 * Runs the test of a tool in `units/` by Node's own test runner: bundled as modules are, with Prilavok's SDK, in the store's folder. What
 * it prints goes to `output`; answers whether it passed.
 */
export async function testTool(
  folder: string,
  name: string,
  output: "stdout" | "stderr",
): Promise<{ readonly passed: boolean } | { readonly refusal: string }> {
  const store = resolve(folder);
  const files = (await readdir(join(store, "units"))).filter((file) => TEST.test(file)).sort();
  const nameOf = (file: string): string => file.replace(TEST, "$1");
  const file = files.find((one) => one === name || nameOf(one) === name.toLowerCase());
  if (file === undefined) return { refusal: registryRefusals.noTest(name, files.map(nameOf)) };
  const cache = join(store, ".cache", "tests");
  const built = await buildUnit(store, join(store, "units", file), cache);
  if ("error" in built) return { refusal: registryRefusals.testNotBuilt(built.error) };
  const bundle = join(cache, `${nameOf(file)}.${process.pid}.test.mjs`);
  try {
    await writeWhole(bundle, built.code);
    return { passed: (await runTest(bundle, store, output === "stdout" ? 1 : 2)) === 0 };
  } finally {
    await rm(bundle, { force: true });
  }
}

function runTest(bundle: string, cwd: string, output: number): Promise<number | null> {
  const words = ["--enable-source-maps", "--test", "--test-reporter=spec", bundle];
  const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", output, 2] });
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("exit", settle);
  });
}
