import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { wallClock } from "@prilavok/protocol";

const MONTH_FILE = /^(\d{4}-\d\d)\.jsonl$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The file of a time (`YYYY-MM-DD HH:MM:SS`) in the folder of a store's log: one a month. */
export function monthFile(folder: string, time: string): string {
  return join(folder, `${time.slice(0, 7)}.jsonl`);
}

/** The files that may hold calls since a time, in the order of the months. A folder that is not there has none. */
export async function monthsSince(folder: string, since: string): Promise<string[]> {
  const months = await listMonths(folder);
  return months.filter((month) => month >= since.slice(0, 7)).map((month) => join(folder, `${month}.jsonl`));
}

/** Removes the months of which every day is older than the store keeps. */
export async function pruneMonths(folder: string, days: number, timezone: string): Promise<void> {
  const oldest = wallClock(new Date(Date.now() - days * DAY_MS), timezone).slice(0, 7);
  for (const month of await listMonths(folder)) {
    if (month < oldest) await rm(join(folder, `${month}.jsonl`), { force: true });
  }
}

async function listMonths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => MONTH_FILE.exec(name)?.[1] ?? []).sort();
}
