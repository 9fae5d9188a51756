import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "../sql/database.ts";
import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import type { ActivityEntry } from "./activity-entry.ts";
import { type ActivityKeeping, ActivityWriter } from "./write-activity.ts";

/** What the thread is started with. */
export interface ActivityThread extends ActivityKeeping {
  readonly file: string;
  readonly nick: string;
}

/** What it is told: an entry, or that no more come. What it tells: lines of the log. */
export type ActivityMessage = { readonly entry: ActivityEntry } | { readonly close: true };

const { file, nick, days, timezone } = workerData as ActivityThread;
const port = parentPort;
if (port === null) throw new Error("the activity writer runs in a worker thread");

let database: Database | undefined;
const open = async () => {
  await database?.close();
  database = openSqliteDatabase(file, { nick, mode: "create" });
  return database;
};
const writer = new ActivityWriter(open, { days, timezone }, (line) => port.postMessage(line));

port.on("message", (message: ActivityMessage) => {
  if ("entry" in message) return writer.append(message.entry);
  void writer.settled().then(async () => {
    await database?.close();
    port.close();
  });
});
