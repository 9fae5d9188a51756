import { Worker } from "node:worker_threads";
import type { Database } from "../sql/database.ts";
import type { ActivityLog } from "./activity-log.ts";
import type { ActivityMessage, ActivityThread } from "./activity-writer-main.ts";
import { type ActivityKeeping, ActivityWriter } from "./write-activity.ts";

const PROGRAM = new URL("./activity-writer-main.js", import.meta.url);
/** A thread that could not live is not tried again at every call. */
const RESTART_MS = 60_000;

/** The log of a store on SQLite: a database of its own beside the store's, written by a thread that starts with the first call. */
export function sqliteActivityLog(thread: ActivityThread, log: (line: string) => void): ActivityLog {
  let worker: Worker | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  const start = (): Worker => {
    startedAt = performance.now();
    const started = new Worker(PROGRAM, { workerData: thread, execArgv: [], env: {} });
    started.unref();
    started.on("message", (line: string) => log(line));
    started.on("error", (error) => log(`the activity log's thread broke: ${String(error)}`));
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const tell = (message: ActivityMessage) => worker?.postMessage(message);
  return {
    append: (entry) => {
      if (worker === undefined && performance.now() - startedAt > RESTART_MS) worker = start();
      tell({ entry });
    },
    close: async () => {
      if (worker === undefined) return;
      const ending = worker;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      ending.ref();
      tell({ close: true });
      await ended;
    },
  };
}

/** The log of a store on a database server: a table of its database, written beside the calls. */
export function serverActivityLog(db: Database, keeping: ActivityKeeping, log: (line: string) => void): ActivityLog {
  const writer = new ActivityWriter(async () => db, keeping, log);
  return { append: (entry) => writer.append(entry), close: () => writer.settled() };
}
