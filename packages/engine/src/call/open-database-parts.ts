import { join } from "node:path";
import type { ActivityLog } from "../activity/activity-log.ts";
import { fileActivityLog } from "../activity/file-activity-log.ts";
import { serverActivityLog } from "../activity/server-activity-log.ts";
import type { IsolateDatabase } from "../modules/isolate-messages.ts";
import type { ConnectSteps } from "../sql/database.ts";
import type { MysqlThread } from "../sql/mysql-server.ts";
import { sqliteStepConnections } from "../sql/sqlite-step-connections.ts";
import type { OpenDatabase } from "../store/open-database.ts";
import type { Store } from "../store/open-store.ts";
import { ACTIVITY_FOLDER } from "../store/store-layout.ts";

/** What Core stands on beside its own door to the database: a file and a server each have their own. */
export interface DatabaseParts {
  /** Of the engine, as it spells it. */
  readonly version: string;
  readonly connectSteps: ConnectSteps;
  readonly activity: ActivityLog;
  /** Where the modules connect. */
  readonly database: IsolateDatabase;
  /** Ends a connection in the server that a module has left. */
  readonly endConnection?: (thread: MysqlThread) => Promise<void>;
  /** Ends the pools' connections. */
  closeSteps(): Promise<void>;
}

/** Opens the parts of a store's database; its processes start, and its connections are made, when they are first needed. */
export function openDatabaseParts(store: Store, log: (line: string) => void): Promise<DatabaseParts> {
  const { database } = store;
  return database.engine === "sqlite" ? openFileParts(store, database, log) : openServerParts(store, database, log);
}

async function openFileParts(
  { folder, settings }: Store,
  { file, db }: Extract<OpenDatabase, { engine: "sqlite" }>,
  log: (line: string) => void,
): Promise<DatabaseParts> {
  const { limits, timezone } = settings;
  const [engine] = await db.all<{ version: string }>("SELECT sqlite_version() AS version");
  const steps = sqliteStepConnections({ file, limits, timezone, log });
  return {
    version: engine?.version ?? "",
    connectSteps: steps.connect,
    activity: fileActivityLog(join(folder, ACTIVITY_FOLDER), { days: limits.activityDays, timezone }, log),
    database: { engine: "sqlite", file },
    closeSteps: steps.close,
  };
}

async function openServerParts(
  { settings }: Store,
  { db }: Extract<OpenDatabase, { engine: "server" }>,
  log: (line: string) => void,
): Promise<DatabaseParts> {
  const { mysqlStepConnections } = await import("../sql/mysql-step-connections.ts");
  const { limits, timezone } = settings;
  const { server } = db;
  const kill = (thread: MysqlThread) =>
    db
      .kill(thread)
      .catch((error: unknown) => log(`a statement in the database server could not be ended: ${String(error)}`));
  const steps = mysqlStepConnections({ server, limits, kill });
  return {
    version: server.version,
    connectSteps: steps.connect,
    activity: serverActivityLog(db, { days: limits.activityDays, timezone }, log),
    database: { engine: "server", server },
    endConnection: (thread) => db.kill(thread),
    closeSteps: steps.close,
  };
}
