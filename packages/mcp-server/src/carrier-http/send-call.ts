import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { wire, wireReasons } from "@prilavok/protocol";
import type { CallBody } from "./call-body.ts";
import { connectionReason } from "./connection-reason.ts";
import { SilenceWatch } from "./silence-watch.ts";

export interface SendOptions {
  readonly url: URL;
  readonly agent: NonNullable<RequestOptions["agent"]>;
  readonly token: string;
  readonly connectMs: number;
  readonly silenceMs: number;
  /** Aborts where the call is given up, with the reason in words. */
  readonly signal: AbortSignal;
}

/** A response whose head is there; its body is read from `message`, each piece awaited under `watch`. */
export interface Response {
  readonly message: IncomingMessage;
  readonly watch: SilenceWatch;
  /** Lets go of the connection: it is kept for the next call where this one has come to its end, and cut otherwise. */
  close(): void;
}

/** A call without a response. */
export interface Unanswered {
  readonly reason: string;
  /** There was a connection: the call may have reached Core. */
  readonly sent: boolean;
  /** The connection was kept from an earlier call, and Core may have left long ago. */
  readonly stale: boolean;
}

/** Sends a call and waits for the head of its response. Throws only what reading a file of the call throws. */
export async function sendCall(body: CallBody, options: SendOptions): Promise<Response | Unanswered> {
  const { connectMs, silenceMs, signal } = options;
  const request = openRequest(body, options);
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
    await writeBody(request, body.bytes, answered, watch);
  } catch (error) {
    letGo();
    throw error;
  }
  const head = await watch.during(answered);
  if (head instanceof Error) {
    letGo();
    const reason = givenUp ?? connectionReason(head);
    return { reason, sent: connected, stale: request.reusedSocket && givenUp === undefined };
  }
  const close = (): void => {
    if (head.readableEnded && request.writableFinished) signal.removeEventListener("abort", onAbort);
    else letGo();
  };
  return { message: head, watch, close };
}

function openRequest({ headers }: CallBody, { url, agent, token }: SendOptions): ClientRequest {
  return (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    agent,
    method: "POST",
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      accept: wire.rowsType,
      [wire.versionHeader]: wire.versions[0],
      [wire.canHeader]: wire.can.join(", "),
    },
  });
}

function headOf(request: ClientRequest): Promise<IncomingMessage | Error> {
  return new Promise((resolve) => {
    request.once("response", resolve);
    request.on("error", resolve);
    request.once("close", () => resolve(new Error("the request was closed")));
  });
}

/** Writes as fast as the other end takes it; stops where the answer is there before the end of the files. */
async function writeBody(
  request: ClientRequest,
  bytes: CallBody["bytes"],
  answered: Promise<unknown>,
  watch: SilenceWatch,
): Promise<void> {
  if (Buffer.isBuffer(bytes)) {
    request.end(bytes);
    return;
  }
  let isAnswered = false;
  void answered.then(() => {
    isAnswered = true;
  });
  for await (const piece of bytes) {
    if (isAnswered) return;
    const drained = new Promise((resolve) => request.once("drain", resolve));
    if (!request.write(piece)) await watch.during(Promise.race([drained, answered]));
  }
  request.end();
}
