import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Core } from "../call/core.ts";
import { type Admission, admit } from "./admit.ts";
import { turnAway } from "./turn-away.ts";

/** `GET /files/<entity>/<id>`: the bytes of an element file. A refusal is an envelope with status 200, as for calls. */
export function downloadRoute(core: Core, admission: Admission) {
  return async (
    request: FastifyRequest<{ Params: { entity: string; id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const caller = await admit(request, reply, admission);
    const signal = caller?.begin();
    if (caller === undefined || signal === undefined) return reply;
    const { entity, id } = request.params;
    const download = await core.download({ entity, id }, caller.login);
    if ("refusal" in download) return turnAway(reply, 200, download.refusal);
    const body = Readable.from(download.bytes, { objectMode: false });
    signal.addEventListener("abort", () => body.destroy());
    return reply.type("application/octet-stream").header("content-length", download.sizeBytes).send(body);
  };
}
