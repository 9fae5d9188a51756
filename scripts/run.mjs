import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL("../", import.meta.url));

/** Says what is being done, on standard error so that a script's own output stays clean. */
export function say(text) {
  process.stderr.write(`· ${text}\n`);
}

/** Runs a command in the root with this terminal's streams; answers its exit code, 1 for a signal. */
export function run(command, args, env = {}) {
  const shell = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", shell, env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a development tool that `npm ci` has installed: `tsc`, `biome`, … */
export function runTool(name, args) {
  return run(`${root}node_modules/.bin/${name}`, args);
}
