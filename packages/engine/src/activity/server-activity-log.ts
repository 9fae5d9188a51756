import type { Database } from "../sql/database.ts";
import type { ActivityLog } from "./activity-log.ts";
import { activityQueue } from "./activity-queue.ts";
import { ensureActivityTable, insertActivity, pruneActivity } from "./activity-table.ts";
import type { ActivityKeeping } from "./file-activity-log.ts";

const PRUNE_MS = 12 * 60 * 60 * 1000;

/** The log of a store on a database server: a table of its database, which several Core processes share. */
export function serverActivityLog(
  db: Database,
  { days, timezone }: ActivityKeeping,
  log: (line: string) => void,
): ActivityLog {
  let prunedAt = Number.NEGATIVE_INFINITY;
  return activityQueue(async (entries) => {
    if (performance.now() - prunedAt > PRUNE_MS) {
      await ensureActivityTable(db);
      await pruneActivity(db, days, timezone);
      prunedAt = performance.now();
    }
    await insertActivity(db, entries, timezone);
  }, log);
}
