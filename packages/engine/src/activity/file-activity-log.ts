import { appendFile, mkdir } from "node:fs/promises";
import { wallClock } from "@prilavok/protocol";
import type { ActivityEntry } from "./activity-entry.ts";
import type { ActivityLog } from "./activity-log.ts";
import { monthFile, pruneMonths } from "./activity-months.ts";
import { activityQueue } from "./activity-queue.ts";
import type { LoggedCall } from "./read-activity.ts";

export interface ActivityKeeping {
  readonly days: number;
  /** IANA name of the store's wall clock. */
  readonly timezone: string;
}

const PRUNE_MS = 12 * 60 * 60 * 1000;

/**
 * The log of a store on SQLite: files of its own beside the database, a call a line. Several processes append to one; each
 * batch is one write, which the system puts at the end whole.
 */
export function fileActivityLog(
  folder: string,
  { days, timezone }: ActivityKeeping,
  log: (line: string) => void,
): ActivityLog {
  let prunedAt = Number.NEGATIVE_INFINITY;
  return activityQueue(async (entries) => {
    if (performance.now() - prunedAt > PRUNE_MS) {
      await mkdir(folder, { recursive: true });
      await pruneMonths(folder, days, timezone);
      prunedAt = performance.now();
    }
    const calls = entries.map((entry) => loggedCall(entry, timezone));
    for (const file of new Set(calls.map(({ time }) => monthFile(folder, time)))) {
      const lines = calls
        .filter(({ time }) => monthFile(folder, time) === file)
        .map((call) => `${JSON.stringify(call)}\n`);
      // A line that a full disk has cut is ended first, so that it takes no other one along.
      await appendFile(file, `\n${lines.join("")}`, { mode: 0o600 });
    }
  }, log);
}

function loggedCall({ atMs, ...entry }: ActivityEntry, timezone: string): LoggedCall {
  return { time: wallClock(new Date(atMs), timezone), ...entry };
}
