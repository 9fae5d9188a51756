import { readFileSync } from "node:fs";

/**
 * A process's resident memory; undefined where the platform does not tell it without a program of its own (no
 * /proc) or the process has gone.
 */
export function residentBytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return found === null ? undefined : Number(found[1]) * 1024;
  } catch {
    return undefined;
  }
}
