import { serverRefusals } from "@prilavok/protocol";
import type { MysqlDone, MysqlRefused } from "./mysql-answer.ts";
import { RefusedStatement } from "./refused-statement.ts";

/** The connection went away while an answer was expected. */
export class LostConnection extends Error {
  override readonly message = "Lost connection to the database server";
}

/** A deadlock or a conflict with another server of the cluster (Galera says the same, Group Replication 3101). */
const UNDOING: readonly number[] = [1213, 3101];

/** A node without its cluster (Galera, Group Replication), a server that goes down, one that only reads. */
const NOT_READY: readonly number[] = [1047, 3100, 1053, 1836];
/** An option stands in the way: it may be one of a single statement. */
const PREVENTED = 1290;

/** Whether a refusal says that the server stands but takes no statements now, or none that writes. */
export function isNotReady({ code, text }: Pick<MysqlRefused, "code" | "text">): boolean {
  return NOT_READY.includes(code) || (code === PREVENTED && /read[-_]only/.test(text));
}

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

/** Whether the server did not let a connection in, has ended it (the driver calls such an error fatal) or is not ready. */
export function isUnreachable(error: unknown): error is Error {
  if (error instanceof LostConnection || error instanceof AggregateError) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof RefusedByServer) return isNotReady({ code: error.code, text: error.message });
  if ("errno" in error && isNotReady({ code: Number(error.errno), text: error.message })) return true;
  return codeOf(error) in REASONS || ("fatal" in error && error.fatal === true);
}

/** Whether the connection was lost, so that what only reads may be tried on another one. */
export function isLostConnection(error: unknown): boolean {
  return isUnreachable(error) && mysqlReason(error) === serverRefusals.lostConnection;
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
