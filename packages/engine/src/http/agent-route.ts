import { Readable } from "node:stream";
import { type Envelope, listedWords, wire, wireRefusals } from "@prilavok/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Core } from "../call/core.ts";
import type { CallMetrics } from "./call-metrics.ts";
import type { CallRoom } from "./call-room.ts";
import { type FrameChunk, frameAnswer } from "./frame-answer.ts";
import type { Identify } from "./identify.ts";
import { readCall } from "./read-call.ts";
import { wholeAnswer } from "./whole-answer.ts";

export interface AgentRouteParts {
  readonly core: Core;
  readonly identify: Identify;
  readonly room: CallRoom;
  /** The calls that may be at work at once, as `room` counts them. */
  readonly maxCalls: number;
  readonly maxRequestMb: number;
  readonly metrics: CallMetrics | undefined;
}

/** How an answer ended, for the metrics. */
type AnswerEnd = NonNullable<FrameChunk["end"]>;

const RETRY_SECONDS = 1;
const CLOSING_RETRY_SECONDS = 10;
/** A client that takes none of its rows for so long is gone. */
const STALL_MS = 60_000;

/** `POST /agent`: which version, who, is there room, the call, then its answer in the form that was asked for. */
export function agentRoute(parts: AgentRouteParts) {
  const { core, identify, room, maxCalls, maxRequestMb, metrics } = parts;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = listedWords(request.headers[wire.versionHeader]);
    if (asked.size > 0 && !wire.versions.some((version) => asked.has(version))) {
      return reply.send(refused(wireRefusals.version([...asked].join(", ").slice(0, 20), wire.versions)));
    }
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined) return turnAway(reply, 401, wireRefusals.noToken);
    const who = await identify(token, request.ip);
    if (!("login" in who)) {
      const { status, retryAfterSeconds: seconds = RETRY_SECONDS } = who;
      if (status === 401) return turnAway(reply, 401, wireRefusals.wrongToken);
      return turnAway(reply.header("retry-after", seconds), 429, wireRefusals.slowDown(seconds));
    }
    // The caller may have left while its token was looked up.
    if (request.raw.socket.destroyed) return reply.hijack();
    const visit = room.enter();
    if (visit === "closing") {
      return turnAway(reply.header("retry-after", CLOSING_RETRY_SECONDS), 503, wireRefusals.closing);
    }
    if (visit === "full") return turnAway(reply.header("retry-after", RETRY_SECONDS), 503, wireRefusals.full(maxCalls));
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) visit.abort();
      visit.leave();
    });

    const read = await readCall(request.raw, maxRequestMb);
    if ("refusal" in read) return turnAway(reply, read.status, read.refusal);
    const answer = core.call(read.call, who.login, visit.signal, read.files);
    const count = ({ envelope, fault }: AnswerEnd): void => metrics?.count(read.call, envelope, fault);
    if (!takesFrames(request)) {
      const whole = await wholeAnswer(answer);
      count(whole);
      return reply.code(whole.fault ? 500 : 200).send(whole.envelope);
    }
    const aliveMs = listedWords(request.headers[wire.canHeader]).has("alive") ? wire.aliveMs : undefined;
    return sendFrames(reply, frameAnswer(answer, aliveMs), count);
  };
}

/** A small answer leaves in one piece; a fault that comes before anything was sent has a status of its own. */
async function sendFrames(
  reply: FastifyReply,
  frames: AsyncGenerator<FrameChunk, void, void>,
  count: (end: AnswerEnd) => void,
): Promise<FastifyReply> {
  const { value: first } = await frames.next();
  if (first === undefined) throw new Error("Core ended a call without an envelope");
  if (first.end === undefined) {
    const body = Readable.from(paced(first, frames, reply, count), { objectMode: false });
    return reply.type(wire.rowsType).send(body);
  }
  await frames.return();
  count(first.end);
  if (first.end.fault) return reply.code(500).send(first.end.envelope);
  return reply.type(wire.rowsType).send(first.bytes);
}

/** The time until a chunk is taken is the client's: one that stalls loses its connection, and with it its call. */
async function* paced(
  first: FrameChunk,
  rest: AsyncGenerator<FrameChunk, void, void>,
  reply: FastifyReply,
  count: (end: AnswerEnd) => void,
): AsyncGenerator<Buffer, void, void> {
  const takeInTime = async function* ({ bytes, end }: FrameChunk): AsyncGenerator<Buffer, void, void> {
    if (end !== undefined) count(end);
    const stalled = setTimeout(() => reply.raw.destroy(), STALL_MS);
    try {
      yield bytes;
    } finally {
      clearTimeout(stalled);
    }
  };
  try {
    yield* takeInTime(first);
    for await (const chunk of rest) yield* takeInTime(chunk);
  } finally {
    await rest.return();
  }
}

function takesFrames(request: FastifyRequest): boolean {
  return [...listedWords(request.headers.accept)].some((type) => type.split(";", 1)[0]?.trim() === wire.rowsType);
}

function turnAway(reply: FastifyReply, status: 400 | 401 | 413 | 429 | 503, words: string): FastifyReply {
  return reply.code(status).send(refused(words));
}

function refused(error: string): Envelope {
  return { ok: false, ms: 0, error };
}
