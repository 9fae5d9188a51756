import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerStart } from "./host-applications.ts";

/** The file of this program. */
export const PROGRAM = realpathSync(fileURLToPath(new URL("../../bin/prilavok.js", import.meta.url)));

/** How an application starts `prilavok mcp`: by Node itself, as `npx` would cost a third of a second at each start. */
export function serverStart(storeFolder: string | undefined): ServerStart {
  const config = process.env["PRILAVOK_CONFIG_DIR"];
  return {
    command: process.execPath,
    args: [PROGRAM, "mcp", ...(storeFolder === undefined ? [] : ["--store", resolve(storeFolder)])],
    env: config ? { PRILAVOK_CONFIG_DIR: resolve(config) } : {},
  };
}

/** The program stands where npm keeps what it runs once: it may be gone tomorrow. */
export function standsForOnce(): boolean {
  return /[\\/]_npx[\\/]/.test(PROGRAM);
}
