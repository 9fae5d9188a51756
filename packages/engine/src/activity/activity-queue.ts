import type { ActivityEntry } from "./activity-entry.ts";
import type { ActivityLog } from "./activity-log.ts";

const MAX_BATCH = 50;
const MAX_WAITING = 10_000;

/** Hands entries to `write` in the order they come, as many at once as have gathered while it was at work. */
export function activityQueue(
  write: (entries: readonly ActivityEntry[]) => Promise<void>,
  log: (line: string) => void,
): ActivityLog {
  const waiting: ActivityEntry[] = [];
  let lost = 0;
  let work: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    // Entries that come in the same turn of the event loop are written together.
    await new Promise((resolve) => setImmediate(resolve));
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
      while (work !== undefined) await work;
    },
  };
}
