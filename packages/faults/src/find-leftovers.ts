import { execFileSync } from "node:child_process";
import type { Child } from "./child.ts";

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** The processes of a child's group that still run, the child itself left out. The dead that nobody has reaped do not count. */
export function findLeftovers(child: Child): Leftover[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,pgid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (found === null) return [];
    const [, pid, group, state = "", command = ""] = found;
    if (Number(group) !== child.pid || Number(pid) === child.pid || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), command }];
  });
}

/** Waits until nothing of the child's group runs; answers what is left after `timeoutMs`, an empty list where all have gone. */
export async function waitForNoLeftovers(child: Child, timeoutMs = 2000): Promise<Leftover[]> {
  const deadline = Date.now() + timeoutMs;
  let left = findLeftovers(child);
  while (left.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = findLeftovers(child);
  }
  return left;
}
