import type { ActivityEntry } from "./activity-entry.ts";
import type { ActivityLog } from "./activity-log.ts";

const MAX_BATCH = 50;
const MAX_WAITING = 10_000;
/** How long entries gather before they are written: calls in a row share a write and do not wait beside it. */
const GATHER_MS = 50;

/** Hands entries to `write` in the order they come, as many at once as have gathered while it was at work. */
export function activityQueue(
  write: (entries: readonly ActivityEntry[]) => Promise<void>,
  log: (line: string) => void,
): ActivityLog {
  const waiting: ActivityEntry[] = [];
  let lost = 0;
  let work: Promise<void> | undefined;
  let stopGathering = (): void => undefined;

  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS);
      stopGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const drain = async (): Promise<void> => {
    await gather();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        await write(batch);
      } catch (error) {
        lost += batch.length;
        log(`the activity log cannot be written, rows lost so far: ${lost} (${String(error)})`);
      }
    }
    work = undefined;
  };

  return {
    append: (entry) => {
      if (waiting.length >= MAX_WAITING) lost += 1;
      else waiting.push(entry);
      work ??= drain();
    },
    close: async () => {
      while (work !== undefined) {
        stopGathering();
        await work;
      }
    },
  };
}
