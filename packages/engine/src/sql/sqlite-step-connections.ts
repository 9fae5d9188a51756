import type { ConnectSteps } from "./database.ts";
import { SqliteReaders } from "./sqlite-readers.ts";
import { SqliteStepConnection } from "./sqlite-step-connection.ts";

export interface SqliteStepsSettings {
  readonly file: string;
  readonly limits: {
    /** What one pool's process may hold. */
    readonly readerMemoryMb: number;
    /** How many pools run at once. */
    readonly readers: number;
  };
  /** The store's time zone, for SQLite's `localtime`; the system's without it. */
  readonly timezone?: string;
  readonly log: (line: string) => void;
}

const MEGABYTE = 1024 * 1024;
/** Only what SQLite and the system itself ask the environment for: folders for temporary files, the time zone. */
const PASSED_ON = ["SQLITE_TMPDIR", "TMPDIR", "TEMP", "TMP", "SystemRoot", "TZ"];

/** The pools' connections to an SQLite file, each in a warm process of its own; `close` ends the processes. */
export function sqliteStepConnections({ file, limits, timezone, log }: SqliteStepsSettings): {
  readonly connect: ConnectSteps;
  close(): Promise<void>;
} {
  const memoryLimitBytes = limits.readerMemoryMb * MEGABYTE;
  const readers = new SqliteReaders(
    {
      program: new URL("./sqlite-reader-main.js", import.meta.url),
      args: [file],
      nodeFlags: [`--max-old-space-size=${Math.floor(limits.readerMemoryMb / 2)}`, "--max-semi-space-size=4"],
      env: childEnv(timezone),
      dataLimitBytes: memoryLimitBytes,
      log,
    },
    limits.readers,
  );
  return {
    connect: async (mode) => new SqliteStepConnection({ mode, readers, memoryLimitBytes }),
    close: () => readers.close(),
  };
}

function childEnv(timezone: string | undefined): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return timezone === undefined ? env : { ...env, TZ: timezone };
}
