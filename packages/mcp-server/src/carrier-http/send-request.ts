import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { connectionReason, wire, wireReasons } from "@prilavok/protocol";
import type { OutgoingRequest } from "./call-request.ts";
import { SilenceWatch } from "./silence-watch.ts";

export interface SendOptions {
  /** The store's address, without a slash at its end. */
  readonly url: string;
  readonly agent: NonNullable<RequestOptions["agent"]>;
  readonly token: string;
  readonly connectMs: number;
  readonly silenceMs: number;
  /** Aborts where the request is given up, with the reason in words. */
  readonly signal: AbortSignal;
}

/** A response whose head is there; its body is read from `message`, each piece awaited under `watch`. */
export interface Response {
  readonly message: IncomingMessage;
  readonly watch: SilenceWatch;
  /** Lets go of the connection: it is kept for the next request where this one has come to its end, and cut otherwise. */
  close(): void;
}

/** A request without a response. */
export interface Unanswered {
  readonly reason: string;
  /** There was a connection: the request may have reached Core. */
  readonly sent: boolean;
  /** The connection was kept from an earlier request, and Core may have left long ago. */
  readonly stale: boolean;
}

/** Sends a request and waits for the head of its response. */
export async function sendRequest(outgoing: OutgoingRequest, options: SendOptions): Promise<Response | Unanswered> {
  const { connectMs, silenceMs, signal } = options;
  const request = openRequest(outgoing, options);
  let connected = false;
  let givenUp: string | undefined;
  const giveUp = (reason: string): void => {
    givenUp ??= reason;
    request.destroy();
  };
  const watch = new SilenceWatch(silenceMs, () => giveUp(wireReasons.silence(silenceMs / 1000)));
  const onAbort = (): void => giveUp(String(signal.reason));
  const letGo = (): void => {
    signal.removeEventListener("abort", onAbort);
    request.destroy();
  };
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  request.once("socket", (socket) => {
    connected = !socket.connecting;
    if (connected) return;
    const late = setTimeout(() => giveUp(wireReasons.noConnection(connectMs / 1000)), connectMs);
    socket.once("close", () => clearTimeout(late));
    socket.once("encrypted" in socket ? "secureConnect" : "connect", () => {
      clearTimeout(late);
      connected = true;
    });
  });

  const answered = headOf(request);
  try {
    await writeBody(request, outgoing.body, answered, watch);
  } catch {
    // Whoever hands the files in knows more of it.
    giveUp(wireReasons.fileBroke);
  }
  const head = await watch.during(answered);
  if ("error" in head) {
    letGo();
    const reason = givenUp ?? connectionReason(head.error);
    return { reason, sent: connected, stale: request.reusedSocket && givenUp === undefined };
  }
  const close = (): void => {
    if (head.readableEnded && request.writableFinished) signal.removeEventListener("abort", onAbort);
    else letGo();
  };
  return { message: head, watch, close };
}

function openRequest({ method, path, headers }: OutgoingRequest, { url, agent, token }: SendOptions): ClientRequest {
  return (url.startsWith("https:") ? requestHttps : requestHttp)(`${url}${path}`, {
    agent,
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      [wire.versionHeader]: wire.versions[0],
      [wire.canHeader]: wire.can.join(", "),
    },
  });
}

/** The response, or why there is none. */
function headOf(request: ClientRequest): Promise<IncomingMessage | { readonly error: Error | undefined }> {
  return new Promise((resolve) => {
    request.once("response", resolve);
    request.on("error", (error) => resolve({ error }));
    request.once("close", () => resolve({ error: undefined }));
  });
}

/** Writes as fast as the other end takes it; stops where the answer is there before the end of the files. */
async function writeBody(
  request: ClientRequest,
  body: OutgoingRequest["body"],
  answered: Promise<unknown>,
  watch: SilenceWatch,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    request.end(body);
    return;
  }
  let isAnswered = false;
  void answered.then(() => {
    isAnswered = true;
  });
  for await (const piece of body) {
    if (isAnswered) return;
    if (request.write(piece)) continue;
    const drained = new Promise((resolve) => request.once("drain", resolve));
    await watch.during(Promise.race([drained, answered]));
  }
  request.end();
}
