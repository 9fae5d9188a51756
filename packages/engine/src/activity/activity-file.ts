import { dirname, join } from "node:path";

/** The log of a store on SQLite stands beside its database. */
export function activityFile(databaseFile: string): string {
  return join(dirname(databaseFile), "activity.sqlite");
}
