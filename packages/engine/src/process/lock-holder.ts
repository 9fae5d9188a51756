import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** What is known of the process that took a lock. */
export type HolderState = "alive" | "gone" | "unknown";

/**
 * This process as the `holder` of a lock, `<host>:<pid>:<start>`: the start tells it from a later process of the same
 * number. Where the system does not tell a start it stays empty.
 */
export function lockHolder(): string {
  return `${hostname()}:${process.pid}:${processStart(process.pid) ?? ""}`;
}

/** "unknown" for a lock without a holder and for a process of another computer; what stands behind an `@` is not looked at. */
export function holderState(holder: string): HolderState {
  const match = /^(.*):([0-9]+):([0-9]*)(?:@[0-9a-f]*)?$/s.exec(holder);
  if (match === null || match[1] !== hostname()) return "unknown";
  const pid = Number(match[2]);
  if (!isRunning(pid)) return "gone";
  const start = processStart(pid);
  return match[3] === "" || start === undefined || start === match[3] ? "alive" : "gone";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** proc(5): field 22 of `stat`, counted after the command's name, which may hold spaces and brackets. */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
