import { type Envelope, peopleRefusals, wireRefusals } from "@prilavok/protocol";
import type { FastifyInstance } from "fastify";
import type { DeviceAccess } from "../access/device-access.ts";
import { bearerToken, wrongVersion } from "./admit.ts";
import { readJson } from "./read-call.ts";
import { turnAway } from "./turn-away.ts";

/** What a computer that enters is told of the store, for its store folder. */
export interface StoreCard {
  readonly name: string;
  readonly timezone: string;
}

const MAX_BYTES = 16 * 1024;

/** `POST /login` gives a device token for a password, `POST /logout` takes one back. */
export function addEntryRoutes(app: FastifyInstance, access: Omit<DeviceAccess, "identify">, store: StoreCard): void {
  app.post("/login", async (request, reply) => {
    const refused = wrongVersion(request);
    if (refused !== undefined) return turnAway(reply, 200, refused);
    const offer = await readJson(request.raw, MAX_BYTES);
    if (offer === undefined) return turnAway(reply, 400, peopleRefusals.loginNotWhole);
    const { login, password, computer } = offer;
    if (!isText(login) || !isText(password) || !isText(computer)) {
      return turnAway(reply, 400, peopleRefusals.loginNotWhole);
    }
    const end = await access.exchange({ login, password, computer, address: request.ip });
    if ("refusal" in end) return turnAway(reply, end.status, end.refusal, end.retryAfterSeconds);
    return reply.send(answered({ ...end, store }));
  });
  app.post("/logout", async (request, reply) => {
    const token = bearerToken(request);
    if (token === undefined) return turnAway(reply, 401, wireRefusals.noToken);
    return reply.send(answered({ left: await access.leave(token) }));
  });
}

function answered(data: Record<string, unknown>): Envelope {
  return { ok: true, ms: 0, data };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
