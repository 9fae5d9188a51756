import { serverRefusals } from "@prilavok/protocol";
import type { MysqlDone, MysqlRefused } from "./mysql-answer.ts";
import { RefusedStatement } from "./refused-statement.ts";

/** The connection went away while an answer was expected. */
export class LostConnection extends Error {
  override readonly message = "Lost connection to the database server";
}

/** A deadlock or a conflict with another server of the cluster (Galera says the same, Group Replication 3101). */
const UNDOING: readonly number[] = [1213, 3101];

/** Whether a refusal of this number has undone the whole transaction for another writer's sake. */
export function undoesTransaction(code: number): boolean {
  return UNDOING.includes(code);
}

/** A statement that the server refused, with the number of its error. */
export class RefusedByServer extends RefusedStatement {
  readonly code: number;

  constructor({ code, text }: Pick<MysqlRefused, "code" | "text">, options?: ErrorOptions) {
    super(text, { ...options, isUndone: undoesTransaction(code) });
    this.code = code;
  }
}

/** The end of a statement that has to be done; throws the server's text as `RefusedByServer` where it was not. */
export function mustBeDone(end: MysqlDone | MysqlRefused): MysqlDone {
  if (end.kind === "refused") throw new RefusedByServer(end);
  return end;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: serverRefusals.nobodyListens,
  ENOENT: serverRefusals.nobodyListens,
  ENOTFOUND: serverRefusals.noSuchHost,
  EAI_AGAIN: serverRefusals.noSuchHost,
  ETIMEDOUT: serverRefusals.noAnswer,
  EHOSTUNREACH: serverRefusals.noAnswer,
  ENETUNREACH: serverRefusals.noAnswer,
  EACCES: serverRefusals.notPermitted,
  ECONNRESET: serverRefusals.lostConnection,
  EPIPE: serverRefusals.lostConnection,
  PROTOCOL_CONNECTION_LOST: serverRefusals.lostConnection,
  PROTOCOL_SEQUENCE_TIMEOUT: serverRefusals.lostConnection,
  HANDSHAKE_NO_SSL_SUPPORT: serverRefusals.noTls,
};

/** Why a server cannot be used, in words, its own ones where it said some; undefined for an error that tells nothing of the kind. */
export function mysqlReason(error: unknown): string | undefined {
  if (error instanceof LostConnection) return serverRefusals.lostConnection;
  if (error instanceof RefusedByServer) return error.message;
  if (error instanceof AggregateError) return mysqlReason(error.errors[0]);
  if (error instanceof Error && "sqlState" in error) return error.message;
  if (!isUnreachable(error)) return undefined;
  const code = codeOf(error);
  if (code === "HANDSHAKE_SSL_ERROR") return serverRefusals.tls(error.message);
  return REASONS[code] ?? (code === "" ? serverRefusals.lostConnection : error.message);
}

/** Whether the server did not let a connection in or has ended it; the driver calls such an error fatal. */
export function isUnreachable(error: unknown): error is Error {
  if (error instanceof LostConnection || error instanceof AggregateError) return true;
  if (!(error instanceof Error)) return false;
  return codeOf(error) in REASONS || ("fatal" in error && error.fatal === true);
}

/** Whether the connection was lost, so that what only reads may be tried on another one. */
export function isLostConnection(error: unknown): boolean {
  return isUnreachable(error) && mysqlReason(error) === serverRefusals.lostConnection;
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
