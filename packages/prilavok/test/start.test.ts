import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { Child } from "@prilavok/faults";
import { expect, test } from "vitest";
import { Home } from "./prilavok.ts";

/** The files a command line loads, as Node's coverage knows them. */
async function loadedBy(home: Home, ...words: string[]): Promise<string[]> {
  const coverage = home.path("coverage");
  mkdirSync(coverage);
  const bin = `${import.meta.dirname}/../bin/prilavok.js`;
  const env = { NODE_V8_COVERAGE: coverage, PRILAVOK_CONFIG_DIR: home.path("config") };
  await using child = new Child(process.execPath, [bin, ...words], { env });
  child.stdin.end();
  await child.exited;
  return readdirSync(coverage).flatMap((file) => {
    const { result }: { result: { url: string }[] } = JSON.parse(readFileSync(`${coverage}/${file}`, "utf8"));
    return result.map(({ url }) => url);
  });
}

test("the MCP server starts without the command line's library, the database's driver and the engine", async () => {
  using home = new Home();
  const loaded = await loadedBy(home, "mcp");
  expect(loaded.some((url) => url.endsWith("/mcp-bundle.js"))).toBe(true);
  expect(loaded.filter((url) => /\/(commander|better-sqlite3|esbuild|engine\/dist)\//.test(url))).toEqual([]);
});

test("help loads neither the engine nor its libraries", async () => {
  using home = new Home();
  const loaded = await loadedBy(home, "help");
  expect(loaded.filter((url) => /\/(zod|better-sqlite3|esbuild|engine\/dist)\//.test(url))).toEqual([]);
});
