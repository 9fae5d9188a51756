import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { callRefusals, type Envelope, wire, wireRefusals } from "@prilavok/protocol";
import Fastify, { type FastifyInstance } from "fastify";
import type { Core } from "../call/core.ts";
import { agentRoute } from "./agent-route.ts";
import { CallMetrics } from "./call-metrics.ts";
import { CallRoom } from "./call-room.ts";
import type { Identify } from "./identify.ts";

export interface HttpParts {
  readonly core: Core;
  readonly identify: Identify;
  readonly version: string;
  /** Calls at once, and the size of a call's JSON. */
  readonly limits: { readonly calls: number; readonly requestMb: number };
  readonly log: (line: string) => void;
}

/** Where a server listens. A port of 0 takes a free one; metrics are off without a port of their own. */
export interface HttpPlace {
  readonly host: string;
  readonly port: number;
  readonly metrics?: { readonly host: string; readonly port: number } | undefined;
}

export interface HttpService {
  /** The address calls go to, `http://127.0.0.1:7340`. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Calls at work may end within `graceMs`, or until `hurry` aborts, while new ones are answered 503. */
  close(graceMs: number, hurry?: AbortSignal): Promise<void>;
}

/** A connection on which a request does not go on for so long is cut. */
const QUIET_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 20_000;
const MAX_CONNECTIONS = 2000;

/** Serves Core over HTTP (page 80). Rejects with the system's error where the port cannot be taken. */
export async function serveHttp(parts: HttpParts, place: HttpPlace): Promise<HttpService> {
  const room = new CallRoom(parts.limits.calls);
  const metrics = place.metrics === undefined ? undefined : new CallMetrics(room, parts.version);
  const app = openServer(parts.log);
  app.server.maxConnections = MAX_CONNECTIONS;
  app.addHook("onResponse", async (_request, reply) => metrics?.countResponse(reply.statusCode));
  app.post(
    wire.callPath,
    agentRoute({
      core: parts.core,
      identify: parts.identify,
      room,
      maxCalls: parts.limits.calls,
      maxRequestMb: parts.limits.requestMb,
      metrics,
    }),
  );
  app.get("/health", async (_request, reply) =>
    reply.code(room.closing ? 503 : 200).send({ ok: !room.closing, version: parts.version }),
  );
  const url = await listen(app, place.host, place.port);
  const page = metrics && openServer(parts.log);
  page?.get("/metrics", async (_request, reply) => {
    const { type, text } = (await metrics?.page()) ?? { type: "", text: "" };
    return reply.type(type).send(text);
  });
  const metricsUrl = page && place.metrics && (await listen(page, place.metrics.host, place.metrics.port));
  return {
    url,
    metricsUrl,
    close: async (graceMs, hurry = new AbortController().signal) => {
      await room.close(graceMs, hurry);
      await app.close();
      await page?.close();
      metrics?.close();
    },
  };
}

function openServer(log: (line: string) => void): FastifyInstance {
  const app = Fastify({
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
    reply.headers({ [wire.versionHeader]: wire.versions.join(", "), [wire.canHeader]: wire.can.join(", ") });
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-accel-buffering": "no" });
    // Once a request is whole the silence that follows is Core's, and Core has limits of its own.
    request.raw.once("end", () => request.raw.socket.setTimeout(0));
    // What is left of a request that was answered early is passed by, so that the client hears the answer.
    reply.raw.once("finish", () => request.raw.resume());
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    // A client that takes nothing of a whole answer is gone; one that is streamed to is watched where it is streamed.
    if (!(payload instanceof Readable)) request.raw.socket.setTimeout(QUIET_MS);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(said(wireRefusals.noSuchPage)));
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status === 415) return reply.code(415).send(said(wireRefusals.otherType));
    if (status < 500) return reply.code(status).send(said(wireRefusals.notACall));
    // The caller is gone: nobody hears what became of its call.
    if (request.raw.socket.destroyed) return reply.hijack();
    const incident = randomBytes(4).toString("hex");
    log(`incident ${incident} at the HTTP door: ${inspect(error)}`);
    return reply.code(500).send(said(callRefusals.fault(incident)));
  });
  return app;
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
}

function said(error: string): Envelope {
  return { ok: false, ms: 0, error };
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port });
  const { address, family, port: taken } = app.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}
