import type { ConnectSteps, Database, StepConnection, StepLimits } from "./database.ts";
import { readRows } from "./read-rows.ts";

/** A statement that the database refused; the message is its own text. */
export class RefusedStatement extends Error {}

const WRITE_MS = 50_000;

/**
 * Core's own writing, beside the event loop: `work` has a step connection to itself, as the door it knows. Values in
 * rows are texts; a refused statement throws `RefusedStatement`. It runs to its end whatever becomes of the call.
 */
export async function writeThrough<Result>(
  connectSteps: ConnectSteps,
  nick: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const connection = await connectSteps("write");
  try {
    return await work(stepDatabase(connection, nick));
  } finally {
    await connection.close();
  }
}

function stepDatabase(connection: StepConnection, nick: string): Database {
  const limits: StepLimits = {
    maxRows: Number.MAX_SAFE_INTEGER,
    timeoutMs: WRITE_MS,
    signal: new AbortController().signal,
  };
  const named = (sql: string) => sql.replaceAll("{DBNICK}", nick);
  const run: Database["run"] = async (sql, values = []) => {
    const done = await connection.run(named(sql), values, limits);
    if ("error" in done) throw new RefusedStatement(done.error);
    return done;
  };
  return {
    dialect: connection.dialect,
    nick,
    run,
    all: async <Row>(sql: string, values: Parameters<Database["all"]>[1] = []) => {
      const read = await readRows(connection, named(sql), values, limits);
      if ("error" in read) throw new RefusedStatement(read.error);
      return read.rows as Row[];
    },
    transaction: async (work) => {
      let ended = false;
      await run(connection.dialect === "sqlite" ? "BEGIN IMMEDIATE" : "START TRANSACTION");
      try {
        const result = await work();
        await run("COMMIT");
        ended = true;
        return result;
      } finally {
        if (!ended) await connection.run("ROLLBACK", [], limits);
      }
    },
    close: () => connection.close(),
  };
}
