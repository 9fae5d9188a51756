import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { callRefusals, wire, wireRefusals } from "@prilavok/protocol";
import Fastify, { type FastifyInstance } from "fastify";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import { answerBrokenRequest } from "./answer-broken-request.ts";
import { turnAway } from "./turn-away.ts";

/** A connection on which nothing goes on for so long is cut. */
const QUIET_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 20_000;
const HEADERS = {
  [wire.versionHeader]: wire.versions.join(", "),
  [wire.canHeader]: wire.can.join(", "),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-accel-buffering": "no",
};

/** The HTTP framework as every server of Core sets it up: our headers, our words for errors, connections that end. */
export function openServer(log: (line: string) => void): FastifyInstance {
  const app = Fastify({
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => {
      turnAway(reply.headers(HEADERS), 400, wireRefusals.noSuchPage);
    },
    trustProxy: "loopback",
    connectionTimeout: QUIET_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 2 },
  });
  // Bodies are read by whoever takes the call, as it comes in.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(["application/json", "multipart/form-data"], (_request, body, done) => done(null, body));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS);
    // Once a request is whole the silence that follows is Core's, and Core has limits of its own.
    request.raw.once("end", () => request.raw.socket.setTimeout(0));
    // What is left of a request that was answered early is passed by, so that the client hears the answer.
    reply.raw.once("finish", () => request.raw.resume());
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    // A client that takes nothing of a whole answer is gone; one that is streamed to is watched where it is streamed.
    if (!(payload instanceof Readable)) request.raw.socket.setTimeout(QUIET_MS);
  });
  app.setNotFoundHandler((_request, reply) => turnAway(reply, 404, wireRefusals.noSuchPage));
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status === 415) return turnAway(reply, 415, wireRefusals.otherType);
    if (status < 500) return turnAway(reply, status, wireRefusals.notACall);
    // The caller is gone: nobody hears what became of its call.
    if (request.raw.socket.destroyed) return reply.hijack();
    if (error instanceof UnreachableDatabase) {
      log(`at the HTTP door: ${inspect(error)}`);
      return turnAway(reply, 200, error.message);
    }
    const incident = randomBytes(4).toString("hex");
    log(`incident ${incident} at the HTTP door: ${inspect(error)}`);
    return turnAway(reply, 500, callRefusals.fault(incident));
  });
  return app;
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
