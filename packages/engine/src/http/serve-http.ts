import type { AddressInfo } from "node:net";
import { wire } from "@prilavok/protocol";
import type { FastifyInstance } from "fastify";
import type { DeviceAccess } from "../access/device-access.ts";
import type { Core } from "../call/core.ts";
import { agentRoute } from "./agent-route.ts";
import { BodyRoom } from "./body-room.ts";
import { CallMetrics } from "./call-metrics.ts";
import { CallRoom } from "./call-room.ts";
import { downloadRoute } from "./download-route.ts";
import { addEntryRoutes, type StoreCard } from "./entry-routes.ts";
import type { Identify } from "./identify.ts";
import { openServer } from "./open-server.ts";

export interface HttpParts {
  readonly core: Core;
  readonly identify: Identify;
  /** For computers that enter with a password; without it there is no way in but the tokens there are. */
  readonly entry?: { readonly access: Omit<DeviceAccess, "identify">; readonly store: StoreCard };
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

const MAX_CONNECTIONS = 2000;

/** Serves Core over HTTP (page 80). Rejects with the system's error where a port cannot be taken. */
export async function serveHttp(parts: HttpParts, place: HttpPlace): Promise<HttpService> {
  const { core, identify, entry, limits, version, log } = parts;
  const room = new CallRoom(limits.calls);
  const metrics = place.metrics === undefined ? undefined : new CallMetrics(room, version);
  const admission = { identify, room };

  const app = openServer(log);
  app.server.maxConnections = MAX_CONNECTIONS;
  const bodies = new BodyRoom(limits.requestMb, limits.calls);
  app.post(wire.callPath, agentRoute({ ...admission, core, bodies, metrics }));
  app.get(`${wire.filesPath}/:entity/:id`, downloadRoute(core, admission));
  if (entry !== undefined) addEntryRoutes(app, entry.access, entry.store);
  app.get("/health", async (_request, reply) => {
    const ok = !room.closing;
    return reply.code(ok ? 200 : 503).send({ ok, version });
  });
  app.addHook("onResponse", async (_request, reply) => metrics?.countResponse(reply.statusCode));

  const page = openServer(log);
  page.get("/metrics", async (_request, reply) => {
    const text = await metrics?.text();
    return reply.type(CallMetrics.type).send(text);
  });
  const close = async (): Promise<void> => {
    await app.close();
    await page.close();
    metrics?.close();
  };
  try {
    const url = await listen(app, place);
    const metricsUrl = place.metrics === undefined ? undefined : await listen(page, place.metrics);
    return {
      url,
      metricsUrl,
      close: async (graceMs, hurry = new AbortController().signal) => {
        await room.close(graceMs, hurry);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  await app.listen({ host, port });
  const { address, family, port: taken } = app.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}
