import type { Envelope } from "@prilavok/protocol";
import type { FastifyReply } from "fastify";

/** Answers a request that Core does not carry out: a status and words, in the form of an envelope. */
export function turnAway(reply: FastifyReply, status: number, words: string, retryAfterSeconds?: number): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const envelope: Envelope = { ok: false, ms: 0, error: words };
  return reply.code(status).send(envelope);
}
