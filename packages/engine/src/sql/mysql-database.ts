import { AsyncLocalStorage } from "node:async_hooks";
import { serverRefusals } from "@prilavok/protocol";
import { createPool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from "mysql2";
import type { Database, SqlValue } from "./database.ts";
import { type MysqlAddress, placeName } from "./mysql-address.ts";
import { driverOptions } from "./mysql-driver-options.ts";
import { isLostConnection, isUnreachable, mysqlReason, RefusedByServer } from "./mysql-errors.ts";
import { placeLiterals } from "./mysql-literals.ts";
import { describeServer, type MysqlServer, type MysqlThread, NODE, SERVER_FACTS } from "./mysql-server.ts";
import { sessionStatement } from "./mysql-session.ts";
import { repeatUndone } from "./repeat-undone.ts";
import { UnreachableDatabase } from "./unreachable-database.ts";

/** Core's door to a database on a server, and what was found out about the server. */
export interface MysqlDatabase extends Database {
  readonly server: MysqlServer;
  /**
   * Ends a connection in the server with the statement it is at; one that is gone already is no error, and neither is one
   * of another server than the address leads to by now: there the number is somebody else's.
   */
  kill(thread: MysqlThread): Promise<void>;
  /** Carries `work` out while nobody else holds the server's lock of this name; undefined where somebody does. */
  alone<Result>(lock: string, work: () => Promise<Result>): Promise<{ readonly done: Result } | undefined>;
}

const MAX_CONNECTIONS = 4;
const IDLE_MS = 60_000;
/** Longer than any statement of its own takes: a network that lets packets go says nothing. */
const SILENCE_MS = 65_000;
const SESSION = { mode: "write", statementSeconds: 60, lockSeconds: 10 } as const;
/** The modes of Core's own sessions, whatever the server's are: what does not fit is refused, not cut. */
const STRICT = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION";
const NO_SUCH_THREAD = 1094;

/**
 * Opens Core's door: a few connections for its own short statements, a transaction on one of them. Here and later it
 * throws `UnreachableDatabase` where the server does not let it in.
 */
export async function openMysqlDatabase(address: MysqlAddress, nick: string): Promise<MysqlDatabase> {
  const connections = createPool({
    ...driverOptions(address),
    connectionLimit: MAX_CONNECTIONS,
    maxIdle: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    dateStrings: true,
    supportBigNumbers: true,
  });
  const unreachable = (error: unknown) => {
    const reason = mysqlReason(error);
    if (reason === undefined) return error;
    return new UnreachableDatabase(serverRefusals.unreachable(placeName(address), aboutPassword(reason, address)), {
      cause: error,
    });
  };
  const inWords = (error: unknown) => (isUnreachable(error) ? unreachable(error) : refusedByServer(error));
  const end = () => new Promise<void>((resolve) => connections.end(() => resolve()));
  const connect = () =>
    new Promise<PoolConnection>((resolve, reject) => {
      connections.getConnection((error, connection) => (error ? reject(unreachable(error)) : resolve(connection)));
    });
  const transactions = new AsyncLocalStorage<PoolConnection>();
  const query = async <Answer extends RowDataPacket[] | ResultSetHeader>(text: string): Promise<Answer> => {
    const own = transactions.getStore();
    const connection = own ?? (await connect());
    try {
      return await ask<Answer>(connection, text);
    } catch (error) {
      // A connection that fell silent may still answer: nobody may take that for an answer to theirs.
      if (isUnreachable(error)) connection.destroy();
      throw inWords(error);
    } finally {
      if (own === undefined) connection.release();
    }
  };
  const place = () => ({ inTransaction: transactions.getStore() !== undefined });
  const transact = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTransaction(await connect(), (connection) => transactions.run(connection, work)).catch((error: unknown) => {
      throw inWords(error);
    });
  /** For what may run twice: a connection that was lost while it lay idle is opened anew. */
  const queryAgain = async <Answer extends RowDataPacket[] | ResultSetHeader>(text: string): Promise<Answer> =>
    query<Answer>(text).catch((error: unknown) => {
      const mayRepeat = !place().inTransaction && wasLost(error);
      return mayRepeat ? query<Answer>(text) : Promise.reject(error);
    });

  const server = await connect()
    .then((connection) => findServer(connection, address))
    .catch(async (error: unknown) => {
      await end();
      throw inWords(error);
    });
  const rules = { ...server.rules, noBackslashEscapes: false, ansiQuotes: false };
  const session = sessionStatement({ ...server, rules, sqlMode: STRICT }, SESSION);
  connections.on("connection", (connection) => {
    connection.query(session, (error) => {
      if (error !== null) connection.destroy();
    });
  });
  const textOf = (sql: string, values: readonly SqlValue[]) =>
    placeLiterals(sql.replaceAll("{DBNICK}", nick), values, rules);

  return {
    dialect: rules.dialect,
    nick,
    server,
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) => {
      const text = textOf(sql, values);
      return (await queryAgain<RowDataPacket[]>(text)) as Row[];
    },
    run: async (sql, values = []) => {
      const text = textOf(sql, values);
      const { affectedRows, insertId } = await repeatUndone(place(), () => query<ResultSetHeader>(text));
      return { affected: affectedRows, insertId: String(insertId) };
    },
    transaction: (work) => repeatUndone({ inTransaction: false }, () => transact(work)),
    kill: async ({ id, node }) => {
      const end = async () => {
        const [here] = await query<RowDataPacket[]>(`SELECT ${NODE} AS node`);
        if (here?.["node"] === node) await query(`KILL ${id}`);
      };
      await transact(end)
        .catch((error: unknown) => (wasLost(error) ? transact(end) : Promise.reject(error)))
        .catch((error: unknown) => {
          if (!(error instanceof RefusedByServer && error.code === NO_SUCH_THREAD)) throw error;
        });
    },
    alone: async (lock, work) => {
      const connection = await connect();
      try {
        const text = placeLiterals("SELECT GET_LOCK(?, 0) AS taken", [lock], rules);
        const [taken] = await ask<RowDataPacket[]>(connection, text);
        return taken?.taken === 1 ? { done: await work() } : undefined;
      } finally {
        // The server drops a connection's locks with it.
        connection.destroy();
      }
    },
    close: end,
  };
}

/** MySQL says of a user whom it does not know that a password came, whether one did or not. */
function aboutPassword(reason: string, { password }: MysqlAddress): string {
  return password === "" ? reason.replace("using password: YES", "using password: NO") : reason;
}

/** The driver's own promises note a stack for every statement. */
function ask<Answer extends RowDataPacket[] | ResultSetHeader>(
  connection: PoolConnection,
  text: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    connection.query<Answer>({ sql: text, timeout: SILENCE_MS }, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    );
  });
}

/** The connection is not used again: its session is not set up yet. */
async function findServer(connection: PoolConnection, address: MysqlAddress): Promise<MysqlServer> {
  try {
    const [facts = {}] = await ask<RowDataPacket[]>(connection, SERVER_FACTS);
    return describeServer(address, facts);
  } finally {
    connection.destroy();
  }
}

async function inTransaction<Result>(
  connection: PoolConnection,
  work: (connection: PoolConnection) => Promise<Result>,
): Promise<Result> {
  try {
    await ask(connection, "START TRANSACTION");
    const result = await work(connection);
    await ask(connection, "COMMIT");
    connection.release();
    return result;
  } catch (error) {
    await ask(connection, "ROLLBACK").then(
      () => connection.release(),
      () => connection.destroy(),
    );
    throw error;
  }
}

function wasLost(error: unknown): boolean {
  return error instanceof UnreachableDatabase && isLostConnection(error.cause);
}

/** A refusal of the server as it is known here; any other error stays as it is. */
function refusedByServer(error: unknown): unknown {
  if (!(error instanceof Error && "errno" in error && typeof error.errno === "number")) return error;
  return new RefusedByServer({ code: error.errno, text: error.message }, { cause: error });
}
