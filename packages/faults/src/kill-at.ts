import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Child, ChildExit } from "./child.ts";

/** Where a process is killed: at words it prints, when a file has grown to a size, or after a time. */
export type KillPoint =
  | { readonly at: "output"; readonly pattern: RegExp; readonly stream?: "stdout" | "stderr" }
  | { readonly at: "fileSize"; readonly path: string; readonly sizeBytes: number }
  | { readonly at: "time"; readonly afterMs: number };

export interface KillOptions {
  readonly signal?: NodeJS.Signals;
  /** Kill the whole group instead of the process alone. */
  readonly group?: boolean;
}

/** Kills a child at a point and answers how it ended. Rejects when the child ends by itself before the point. */
export async function killAt(child: Child, point: KillPoint, options: KillOptions = {}): Promise<ChildExit> {
  await reach(child, point);
  if (!child.running) throw new Error(`the process ended before the point: ${child.printed("stderr")}`);
  if (options.group) child.killGroup(options.signal);
  else child.kill(options.signal);
  return child.exited;
}

async function reach(child: Child, point: KillPoint): Promise<void> {
  switch (point.at) {
    case "output":
      return child.waitFor(point.pattern, point.stream);
    case "time":
      await Promise.race([sleep(point.afterMs), child.exited]);
      return;
    case "fileSize":
      while (child.running && (await sizeOf(point.path)) < point.sizeBytes) await sleep(1);
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
