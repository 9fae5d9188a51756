import { AsyncLocalStorage } from "node:async_hooks";
import { serverRefusals } from "@prilavok/protocol";
import { createPool, type ResultSetHeader, type RowDataPacket } from "mysql2";
import type { Pool, PoolConnection } from "mysql2/promise";
import type { Database, SqlValue } from "./database.ts";
import { type MysqlAddress, placeName } from "./mysql-address.ts";
import { driverOptions } from "./mysql-driver-options.ts";
import { isLostConnection, isUnreachable, mysqlReason, RefusedByServer } from "./mysql-errors.ts";
import { placeLiterals } from "./mysql-literals.ts";
import { describeServer, type MysqlServer, SERVER_FACTS } from "./mysql-server.ts";
import { sessionStatement } from "./mysql-session.ts";
import { UnreachableDatabase } from "./unreachable-database.ts";

/** Core's door to a database on a server, and what was found out about the server. */
export interface MysqlDatabase extends Database {
  readonly server: MysqlServer;
  /** Ends a connection in the server with the statement it is at; one that is gone already is no error. */
  kill(id: number): Promise<void>;
  /** Carries `work` out while nobody else holds the server's lock of this name; undefined where somebody does. */
  alone<Result>(lock: string, work: () => Promise<Result>): Promise<{ readonly done: Result } | undefined>;
}

const MAX_CONNECTIONS = 4;
const IDLE_MS = 60_000;
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
  const pool = connections.promise();
  /** Puts the driver's errors in words. */
  const reaching = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (!isUnreachable(error)) throw refusedByServer(error);
      const text = serverRefusals.unreachable(placeName(address), mysqlReason(error));
      throw new UnreachableDatabase(text, { cause: error });
    }
  };
  const [facts] = await reaching(pool.query<RowDataPacket[]>(SERVER_FACTS)).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const server = describeServer(address, facts[0] ?? {});
  const rules = { ...server.rules, noBackslashEscapes: false, ansiQuotes: false };
  const session = sessionStatement({ ...server, rules, sqlMode: STRICT }, SESSION);
  connections.on("connection", (connection) => {
    connection.query(session, (error) => {
      if (error !== null) connection.destroy();
    });
  });

  const transactions = new AsyncLocalStorage<PoolConnection>();
  const ask = async <Answer extends RowDataPacket[] | ResultSetHeader>(sql: string, values: readonly SqlValue[]) => {
    const text = placeLiterals(sql.replaceAll("{DBNICK}", nick), values, rules);
    const [answer] = await (transactions.getStore() ?? pool).query<Answer>(text);
    return answer;
  };
  const read = async (sql: string, values: readonly SqlValue[]) => {
    try {
      return await ask<RowDataPacket[]>(sql, values);
    } catch (error) {
      if (transactions.getStore() !== undefined || !isLostConnection(error)) throw error;
      return ask<RowDataPacket[]>(sql, values);
    }
  };
  return {
    dialect: rules.dialect,
    nick,
    server,
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) => (await reaching(read(sql, values))) as Row[],
    run: async (sql, values = []) => {
      const { affectedRows, insertId } = await reaching(ask<ResultSetHeader>(sql, values));
      return { affected: affectedRows, insertId: String(insertId) };
    },
    transaction: (work) => reaching(onOneConnection(pool, transactions, work)),
    kill: async (id) => {
      await reaching(pool.query(`KILL ${id}`)).catch((error: unknown) => {
        if (!(error instanceof RefusedByServer && error.code === NO_SUCH_THREAD)) throw error;
      });
    },
    alone: async (lock, work) => {
      const connection = await reaching(pool.getConnection());
      try {
        const [[taken]] = await reaching(connection.query<RowDataPacket[]>("SELECT GET_LOCK(?, 0) AS taken", [lock]));
        return taken?.taken === 1 ? { done: await work() } : undefined;
      } finally {
        // The server drops a connection's locks with it.
        connection.destroy();
      }
    },
    close: () => pool.end(),
  };
}

async function onOneConnection<Result>(
  pool: Pool,
  transactions: AsyncLocalStorage<PoolConnection>,
  work: () => Promise<Result>,
): Promise<Result> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const result = await transactions.run(connection, work);
    await connection.commit();
    connection.release();
    return result;
  } catch (error) {
    await connection.rollback().then(
      () => connection.release(),
      () => connection.destroy(),
    );
    throw error;
  }
}

/** A refusal of the server as it is known here; any other error stays as it is. */
function refusedByServer(error: unknown): unknown {
  if (!(error instanceof Error && "errno" in error && typeof error.errno === "number")) return error;
  return new RefusedByServer({ code: error.errno, text: error.message }, { cause: error });
}
