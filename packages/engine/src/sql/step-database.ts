import type { ConnectSteps, Database, Dialect, StepConnection, StepLimits } from "./database.ts";
import { readRows } from "./read-rows.ts";
import { RefusedStatement } from "./refused-statement.ts";
import { repeatUndone } from "./repeat-undone.ts";

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
    return await work(stepDatabase(connection, nick, { timeoutMs: WRITE_MS, signal: new AbortController().signal }));
  } finally {
    await connection.close();
  }
}

/** A step connection as Core's own door, each statement within these limits; a refused one throws `RefusedStatement`. */
export function stepDatabase(
  connection: StepConnection,
  nick: string,
  { timeoutMs, signal }: Pick<StepLimits, "timeoutMs" | "signal">,
): Database {
  const limits: StepLimits = { maxRows: Number.MAX_SAFE_INTEGER, timeoutMs, signal };
  const named = (sql: string) => sql.replaceAll("{DBNICK}", nick);
  const refused = (text: string) => new RefusedStatement(text, { isUndone: connection.isUndone });
  const runOnce: Database["run"] = async (sql, values = []) => {
    const done = await connection.run(named(sql), values, limits);
    if ("error" in done) throw refused(done.error);
    return done;
  };
  const transact = async <Result>({ begin, end, undo }: Frame, work: () => Promise<Result>): Promise<Result> => {
    await runOnce(begin);
    let ended = false;
    try {
      const result = await work();
      await runOnce(end);
      ended = true;
      return result;
    } finally {
      if (!ended && connection.inTransaction) await connection.run(undo, [], limits);
    }
  };
  return {
    dialect: connection.dialect,
    nick,
    run: (sql, values) => repeatUndone(connection, () => runOnce(sql, values)),
    all: async <Row>(sql: string, values: Parameters<Database["all"]>[1] = []) => {
      const read = await readRows(connection, named(sql), values, limits);
      if ("error" in read) throw refused(read.error);
      return read.rows as Row[];
    },
    transaction: (work) => {
      const frame = connection.inTransaction ? PART : WHOLE[connection.dialect];
      return repeatUndone(connection, () => transact(frame, work));
    },
    close: () => connection.close(),
  };
}

interface Frame {
  readonly begin: string;
  readonly end: string;
  readonly undo: string;
}

const SERVER: Frame = { begin: "START TRANSACTION", end: "COMMIT", undo: "ROLLBACK" };
const WHOLE: Readonly<Record<Dialect, Frame>> = {
  sqlite: { begin: "BEGIN IMMEDIATE", end: "COMMIT", undo: "ROLLBACK" },
  mariadb: SERVER,
  mysql: SERVER,
};
/** All or nothing inside a transaction that is open already. */
const PART: Frame = { begin: "SAVEPOINT part", end: "RELEASE SAVEPOINT part", undo: "ROLLBACK TO SAVEPOINT part" };
