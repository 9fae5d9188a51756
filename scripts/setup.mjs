import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { root, run, runTool, say } from "./run.mjs";

/** Makes a fresh clone ready: packages installed, the SQLite driver built for this Node, TypeScript compiled. */
export async function setUp() {
  if (!isInstalled()) {
    say("installing the packages (npm ci); the SQLite driver may have to be compiled, up to two minutes");
    await must(run("npm", ["ci", "--loglevel=error"], { JOBS: "max", MAKEFLAGS: "-j2" }), "npm ci");
  }
  if (!(await driverLoads())) {
    say("the SQLite driver was built for another Node: building it again");
    await must(run("npm", ["rebuild", "better-sqlite3", "--loglevel=error"], { JOBS: "max" }), "npm rebuild");
  }
  await must(build(), "the build");
}

/** Compiles the packages and bundles the MCP server; answers an exit code. */
export async function build() {
  say("building (tsc -b)");
  const compiled = await runTool("tsc", ["-b"]);
  if (compiled !== 0) return compiled;
  // Loaded only now: on a fresh clone the bundler has just been installed.
  const { bundleMcp } = await import("./bundle-mcp.mjs");
  await bundleMcp();
  return 0;
}

/** npm writes its hidden lock last, so one older than the lock means an install that is old or was cut. */
function isInstalled() {
  const hidden = `${root}node_modules/.package-lock.json`;
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
}

async function driverLoads() {
  try {
    const { default: Database } = await import("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

async function must(exitCode, what) {
  const code = await exitCode;
  if (code === 0) return;
  say(`${what} failed with exit code ${code}`);
  process.exit(code);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await setUp();
