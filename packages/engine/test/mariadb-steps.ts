import type { SqlValue, StepConnection, StepEnd, StepLimits } from "../src/sql/database.ts";
import { type MysqlDatabase, openMysqlDatabase } from "../src/sql/mysql-database.ts";
import { mysqlStepConnections } from "../src/sql/mysql-step-connections.ts";
import { MariadbScratch, SERVER_ENGINE } from "./mariadb-scratch.ts";

export interface ReadStep {
  readonly text: string;
  readonly end: StepEnd;
}

export const NO_LIMITS: StepLimits = { maxRows: 5000, timeoutMs: 20_000, signal: new AbortController().signal };

/** The server's own time limit of a session, in seconds. */
export const TIME_LIMIT = SERVER_ENGINE === "mariadb" ? "@@max_statement_time" : "@@max_execution_time / 1000";

/** A database on the server with the doors the engine opens to it. */
export class MariadbSteps {
  readonly scratch: MariadbScratch;
  readonly db: MysqlDatabase;
  readonly steps: ReturnType<typeof mysqlStepConnections>;

  private constructor(scratch: MariadbScratch, db: MysqlDatabase, readers: number) {
    this.scratch = scratch;
    this.db = db;
    const limits = { readerMemoryMb: 512, readers };
    this.steps = mysqlStepConnections({ server: db.server, limits, kill: (thread) => db.kill(thread) });
  }

  static async create(readers = 4): Promise<MariadbSteps> {
    const scratch = await MariadbScratch.create();
    return new MariadbSteps(scratch, await openMysqlDatabase(scratch.address, "ms"), readers);
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.steps.close();
    await this.db.close();
    await this.scratch[Symbol.asyncDispose]();
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
