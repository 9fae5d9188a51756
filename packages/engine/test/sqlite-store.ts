import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
// Its processes run what is built.
import { sqliteStepConnections } from "../dist/sql/sqlite-step-connections.js";
import type { SqlValue, StepConnection, StepEnd, StepLimits } from "../src/sql/database.ts";

export interface ReadStep {
  readonly text: string;
  readonly end: StepEnd;
}

const NO_LIMITS: StepLimits = { maxRows: 5000, timeoutMs: 20_000, signal: new AbortController().signal };

/** An SQLite file in WAL with the pools' processes over it, for the tests of both. */
export class SqliteStore {
  readonly folder = mkdtempSync(join(tmpdir(), "prilavok-sqlite-"));
  readonly file = join(this.folder, "store.sqlite");
  readonly log: string[] = [];
  /** A connection of the test's own, open as long as the store is. */
  readonly sqlite = new Sqlite(this.file);
  readonly steps: ReturnType<typeof sqliteStepConnections>;

  constructor(limits: { readerMemoryMb?: number; readers?: number } = {}) {
    this.sqlite.pragma("journal_mode = WAL");
    this.steps = sqliteStepConnections({
      file: this.file,
      limits: { readerMemoryMb: 512, readers: 4, ...limits },
      timezone: "Asia/Tokyo",
      log: (line) => this.log.push(line),
    });
  }

  /** Runs one statement as a pool of its own. */
  async read(sql: string, values: readonly SqlValue[] = [], limits: Partial<StepLimits> = {}): Promise<ReadStep> {
    const connection = await this.steps.connect("read");
    try {
      return await readStep(connection, sql, values, limits);
    } finally {
      await connection.close();
    }
  }

  /** The processes of pools that run now, idle ones too. */
  readerPids(): number[] {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
    return lines.flatMap((line) => {
      const [pid, parent, ...command] = line.trim().split(/\s+/);
      return Number(parent) === process.pid && command.includes(this.file) ? [Number(pid)] : [];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.steps.close();
    this.sqlite.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** Runs one statement on a pool's connection with all its rows held. */
export async function readStep(
  connection: StepConnection,
  sql: string,
  values: readonly SqlValue[] = [],
  limits: Partial<StepLimits> = {},
): Promise<ReadStep> {
  const rows = connection.rows(sql, values, { ...NO_LIMITS, ...limits });
  const pieces: Uint8Array[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { text: Buffer.concat(pieces).toString("utf8"), end: next.value };
    pieces.push(next.value);
  }
}

/** Runs a writing statement on a pool's connection. */
export function runStep(connection: StepConnection, sql: string, values: readonly SqlValue[] = []) {
  return connection.run(sql, values, NO_LIMITS);
}
