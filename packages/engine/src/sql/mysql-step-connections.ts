import type { ConnectSteps } from "./database.ts";
import { MysqlLinks } from "./mysql-links.ts";
import type { MysqlServer, MysqlThread } from "./mysql-server.ts";
import { MysqlStepConnection } from "./mysql-step-connection.ts";

export interface MysqlStepsSettings {
  readonly server: MysqlServer;
  readonly limits: {
    /** What one row that has not arrived whole may hold of Core's memory. */
    readonly readerMemoryMb: number;
    /** How many pools run at once. */
    readonly readers: number;
  };
  /** Ends a connection in the server, over another one. */
  readonly kill: (thread: MysqlThread) => Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** The pools' connections to a server, apart from those of Core's own statements; `close` ends them. */
export function mysqlStepConnections({ server, limits, kill }: MysqlStepsSettings): {
  readonly connect: ConnectSteps;
  close(): Promise<void>;
} {
  const links = new MysqlLinks(server, limits.readers, kill);
  const memoryLimitBytes = limits.readerMemoryMb * MEGABYTE;
  return {
    connect: async (mode, probe) => new MysqlStepConnection({ mode, server, links, memoryLimitBytes, probe }),
    close: () => links.close(),
  };
}
