import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import type { AnswerPart, CoreCall, FilePart, FileParts } from "@prilavok/protocol";
import type { Core } from "../src/call/core.ts";
import type { Identify } from "../src/http/identify.ts";
import { type HttpPlace, type HttpService, serveHttp } from "../src/http/serve-http.ts";
import { UnreachableDatabase } from "../src/sql/unreachable-database.ts";

/** One call as the Core behind the server under test gets it. */
interface ServedCall {
  readonly call: CoreCall;
  readonly login: string;
  readonly signal: AbortSignal;
  readonly files: FileParts;
}

export type Work = (served: ServedCall) => AsyncGenerator<AnswerPart, void, void>;

export interface Served extends HttpService {
  readonly logged: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server over a Core that does `work`; the token `olha` is the person olha's, `slow` is slowed down, `lost` meets a database that is gone. */
export async function serveWork(
  work: Work,
  { calls = 64, requestMb = 1, place = {} }: { calls?: number; requestMb?: number; place?: Partial<HttpPlace> } = {},
): Promise<Served> {
  const logged: string[] = [];
  const core: Core = {
    call: (call, login, signal, files = none()) => work({ call, login, signal, files }),
    download: async () => ({ refusal: "no files here" }),
  };
  const service = await serveHttp(
    { core, identify, version: "1.2.3", limits: { calls, requestMb }, log: (line) => logged.push(line) },
    { host: "127.0.0.1", port: 0, ...place },
  );
  return { ...service, logged, [Symbol.asyncDispose]: () => service.close(0) };
}

const identify: Identify = async (token) => {
  if (token === "olha") return { login: "olha" };
  if (token === "lost") throw new UnreachableDatabase("The database server cannot be used");
  return token === "slow" ? { status: 429, retryAfterSeconds: 7 } : { status: 401 };
};

async function* none(): AsyncGenerator<FilePart, void, void> {}

/** An answer that ends with `data`. */
export function done(data: Record<string, unknown>): AnswerPart {
  return { kind: "envelope", envelope: { ok: true, ms: 1, data } };
}

export function rows(text: string): AnswerPart {
  return { kind: "rows", bytes: Buffer.from(text) };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** One request, its body written whole. */
export function ask(url: string, options: RequestOptions = {}, body: string | Buffer = ""): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks).toString("utf8") });
        if (!request.writableFinished) request.destroy();
      });
    });
    request.on("error", reject).end(body);
  });
}

export const JSON_HEADERS = { authorization: "Bearer olha", "content-type": "application/json" };
export const ROW_HEADERS = { ...JSON_HEADERS, accept: "application/x-prilavok-rows" };

/** A call as JSON to `POST /agent`. */
export function post(
  { url }: HttpService,
  call: object = { command: "tool_list", args: {}, app: "test", topic: "t" },
  headers: Record<string, string> = JSON_HEADERS,
): Promise<HttpAnswer> {
  return ask(`${url}/agent`, { method: "POST", headers }, JSON.stringify(call));
}
