import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends what a living process has started and all that this has, what left the group too. Nothing where the platform does not
 * tell (no /proc).
 */
export function endDescendants(pid: number): void {
  for (const child of descendantsOf(pid)) {
    try {
      process.kill(child, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** proc(5): each thread lists what it has started. A process that ends meanwhile has none. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1"));
    return lists.flatMap((list) => list.split(" ").filter((word) => word !== "")).map(Number);
  } catch {
    return [];
  }
}
