import type { Socket } from "node:net";
import { type Envelope, wire, wireRefusals } from "@prilavok/protocol";

/** What Node finds in a request before it is one, by its code; the rest is no HTTP. */
const ENDS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", wireRefusals.headersTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", wireRefusals.tooSlow],
};
const NO_HTTP = ["400 Bad Request", wireRefusals.noHttp] as const;

/** Answers what is no request yet, in the form of every other answer, and ends its connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // What is written into the midst of an answer would be taken for a part of it.
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [status, words] = ENDS[error.code ?? ""] ?? NO_HTTP;
  const envelope: Envelope = { ok: false, ms: 0, error: words };
  const body = JSON.stringify(envelope);
  const head = [
    `HTTP/1.1 ${status}`,
    `${wire.versionHeader}: ${wire.versions.join(", ")}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
