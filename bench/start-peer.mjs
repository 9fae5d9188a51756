import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectOver } from "./client.mjs";
import { LineTransport } from "./line-transport.mjs";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/prilavok-bench", import.meta.url));

/** A connected client of a peer on this database, installed where it is not yet. Throws in words where it cannot be had. */
export async function startPeer({ name, packageName, version, main, start }, account) {
  const folder = join(CACHE, `${name.replaceAll(" ", "-")}-${version}`);
  install(folder, `${packageName}@${version}`);
  const { args, env } = start(account);
  return connectOver(LineTransport, {
    args: [join(folder, "node_modules", packageName, main), ...args],
    env,
    stderr: "ignore",
  });
}

/** npm writes its hidden lock last: a folder that has it is whole. */
function install(folder, packageAtVersion) {
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return;
  console.log(`installing ${packageAtVersion} for the bench`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const words = ["install", "--prefix", folder, "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", [...words, "--loglevel=error", packageAtVersion], { stdio: ["ignore", "ignore", "pipe"] });
}
