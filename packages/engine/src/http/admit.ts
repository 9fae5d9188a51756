import { listsOneOf, wire, wireRefusals } from "@prilavok/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallRoom } from "./call-room.ts";
import type { Identify } from "./identify.ts";
import { turnAway } from "./turn-away.ts";

export interface Admission {
  readonly identify: Identify;
  readonly room: CallRoom;
}

/** A caller who was let in. */
export interface Admitted {
  readonly login: string;
  /**
   * Takes one of the places for calls at work until the answer has left. The signal aborts when the caller leaves before, or
   * when the server closes; undefined where there is no place, which is answered.
   */
  begin(): AbortSignal | undefined;
}

const RETRY_SECONDS = 1;
const SHOWN_CHARACTERS = 20;
const CLOSING_RETRY_SECONDS = 10;

/**
 * Lets a caller in whose version fits and whose token is known, where there is room; everybody else is answered. Whoever sends
 * its call slowly, or not at all, holds no place meanwhile.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { identify, room }: Admission,
): Promise<Admitted | undefined> {
  const refused = wrongVersion(request);
  if (refused !== undefined) return answered(turnAway(reply, 200, refused));
  const token = bearerToken(request);
  if (token === undefined) return answered(turnAway(reply, 401, wireRefusals.noToken));
  const who = await identify(token, request.ip);
  if (!("login" in who)) {
    const { status, retryAfterSeconds: seconds = RETRY_SECONDS } = who;
    if (status === 401) return answered(turnAway(reply, 401, wireRefusals.wrongToken));
    return answered(turnAway(reply, 429, wireRefusals.slowDown(seconds), seconds));
  }
  // The caller may have left while its token was looked up.
  if (request.raw.socket.destroyed) return answered(reply.hijack());
  if (room.closing || room.isFull) return answered(noPlace(reply, room));
  return { login: who.login, begin: () => takePlace(reply, room) };
}

function takePlace(reply: FastifyReply, room: CallRoom): AbortSignal | undefined {
  if (reply.raw.destroyed) return answered(reply.hijack());
  const visit = room.enter();
  if (visit === undefined) return answered(noPlace(reply, room));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) visit.abort();
    visit.leave();
  });
  return visit.signal;
}

function noPlace(reply: FastifyReply, room: CallRoom): FastifyReply {
  if (room.closing) return turnAway(reply, 503, wireRefusals.closing, CLOSING_RETRY_SECONDS);
  return turnAway(reply, 503, wireRefusals.full(room.limit), RETRY_SECONDS);
}

/** The refusal of a client that speaks no version of ours; one that names none speaks the first. */
export function wrongVersion({ headers }: FastifyRequest): string | undefined {
  const asked = headers[wire.versionHeader];
  if (asked === undefined || listsOneOf(asked, wire.versions)) return undefined;
  return wireRefusals.version(String(asked).slice(0, SHOWN_CHARACTERS), wire.versions.join(", "));
}

export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

function answered(_reply: FastifyReply): undefined {
  return undefined;
}
