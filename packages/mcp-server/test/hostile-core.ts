import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { AnswerPart, CoreCall, FileParts } from "@prilavok/protocol";
import type { CarrierLimits } from "../src/carrier-http/carrier-limits.ts";
import { createHttpCarrier } from "../src/carrier-http/http-carrier.ts";
import type { StoreCarrier } from "../src/store/store-carrier.ts";

/** What a Core under test does with a request; `tries` counts them from 1. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, tries: number) => unknown;

/** Somebody at the address of a store, and the carrier that calls there. */
export class HostileCore {
  readonly carrier: StoreCarrier;
  readonly logged: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, address: string, limits: Partial<CarrierLimits>, tokens: string[]) {
    this.#server = server;
    server.on("connection", (socket) => this.#sockets.add(socket));
    this.carrier = createHttpCarrier({
      url: address,
      readToken: async () => (tokens.length > 1 ? tokens.shift() : tokens[0]),
      log: (line) => this.logged.push(line),
      limits: { silenceMs: 500, workSilenceMs: 500, ...limits },
    });
  }

  static async start(
    behave: Behaviour,
    {
      limits = {},
      tokens = ["token"],
      path = "",
    }: { limits?: Partial<CarrierLimits>; tokens?: string[]; path?: string } = {},
  ): Promise<HostileCore> {
    let tries = 0;
    const server = createServer((request, response) => {
      tries += 1;
      behave(request, response, tries);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return new HostileCore(server, `http://127.0.0.1:${port}${path}`, limits, tokens);
  }

  /** Every part of an answer, rows as texts. */
  async parts(
    call: Partial<CoreCall> = {},
    files?: FileParts,
    signal = new AbortController().signal,
  ): Promise<unknown[]> {
    const parts: unknown[] = [];
    for await (const part of this.carrier.call({ ...CALL, ...call }, signal, files)) parts.push(shown(part));
    return parts;
  }

  /** The refusal an answer consists of. */
  async refusal(call: Partial<CoreCall> = {}, files?: FileParts): Promise<string> {
    const parts = await this.parts(call, files);
    const [only] = parts as { envelope?: { error?: string } }[];
    if (parts.length !== 1 || only?.envelope?.error === undefined) throw new Error(JSON.stringify(parts).slice(0, 500));
    return only.envelope.error;
  }

  cutConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.carrier.close();
    this.cutConnections();
    this.#server.close();
  }
}

const CALL: CoreCall = { command: "tool_run", args: {}, app: "test", topic: "t" };

function shown(part: AnswerPart): unknown {
  return part.kind === "rows" ? { kind: "rows", text: Buffer.from(part.bytes).toString("utf8").slice(0, 100) } : part;
}

export const ENVELOPE = { ok: true, ms: 1, data: { result: true } } as const;

/** Sends row frames: texts as they are, objects as control lines. */
export function frames(response: ServerResponse, ...lines: readonly (string | object)[]): ServerResponse {
  response.writeHead(200, {
    "content-type": "application/x-prilavok-rows",
    "prilavok-wire": "1",
    "prilavok-can": "alive",
  });
  for (const line of lines) response.write(typeof line === "string" ? line : `\u001e${JSON.stringify(line)}\n`);
  return response;
}

/** Reads a request to its end. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
