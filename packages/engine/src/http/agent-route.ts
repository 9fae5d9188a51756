import { Readable } from "node:stream";
import { type CoreCall, listsOneOf, wire } from "@prilavok/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Core } from "../call/core.ts";
import { type Admission, admit } from "./admit.ts";
import type { BodyRoom } from "./body-room.ts";
import type { CallMetrics } from "./call-metrics.ts";
import { type FrameChunk, frameAnswer } from "./frame-answer.ts";
import { readCall } from "./read-call.ts";
import { turnAway } from "./turn-away.ts";
import { wholeAnswer } from "./whole-answer.ts";

export interface AgentRouteParts extends Admission {
  readonly core: Core;
  readonly bodies: BodyRoom;
  readonly metrics: CallMetrics | undefined;
}

/** How an answer ended, for the metrics. */
type AnswerEnd = NonNullable<FrameChunk["end"]>;

/** A client that takes none of its rows for so long is gone. */
const STALL_MS = 60_000;

/** `POST /agent`: the caller, the call, then its answer in the form that was asked for. */
export function agentRoute({ core, bodies, metrics, ...admission }: AgentRouteParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await admit(request, reply, admission);
    if (caller === undefined) return reply;
    const read = await readCall(request.raw, bodies);
    if ("refusal" in read) return turnAway(reply, read.status, read.refusal, read.retryAfterSeconds);
    const signal = caller.begin();
    if (signal === undefined) return reply;

    const answer = core.call(withContext(read.call, request), caller.login, signal, read.files);
    const count = ({ envelope, fault }: AnswerEnd): void => metrics?.count(read.call, envelope, fault);
    if (listsOneOf(request.headers.accept, [wire.rowsType])) {
      const aliveMs = listsOneOf(request.headers[wire.canHeader], ["alive"]) ? wire.aliveMs : undefined;
      return sendFrames(reply, frameAnswer(answer, aliveMs), count);
    }
    const whole = await wholeAnswer(answer);
    count(whole);
    return reply.code(whole.fault ? 500 : 200).send(whole.envelope);
  };
}

function withContext(call: CoreCall, { headers }: FastifyRequest): CoreCall {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? { ...call, traceparent } : call;
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
