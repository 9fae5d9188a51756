import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFolder } from "../config-folder.ts";

const MAX_BYTES = 5 * 1024 * 1024;

/** The MCP server's log: every line goes to standard error and to `mcp.log` in the user's configuration folder. */
export function serverLog(): (line: string) => void {
  const file = join(configFolder(), "mcp.log");
  return (line) => {
    const stamped = `${new Date().toISOString()} ${process.pid} ${line}\n`;
    process.stderr.write(stamped);
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (sizeOf(file) > MAX_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, stamped, { mode: 0o600 });
    } catch {
      // A disk that takes no log must not take the call along: the line stands on standard error.
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
