import { randomBytes } from "node:crypto";
import { type CoreCall, type FileParts, wire } from "@prilavok/protocol";

/** What is sent to Core: the bytes in the order they go, as fast as they are taken. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  /** From the store's address on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: AsyncIterable<Uint8Array> | Buffer;
}

/** A call as JSON, or with its files as multipart/form-data of unknown length. */
export function callRequest(call: CoreCall, files: FileParts | undefined): OutgoingRequest {
  const json = Buffer.from(JSON.stringify(call), "utf8");
  const post = { method: "POST", path: wire.callPath } as const;
  if (files === undefined) {
    const headers = { accept: wire.rowsType, "content-type": "application/json", "content-length": json.length };
    return { ...post, headers, body: json };
  }
  const boundary = `prilavok-${randomBytes(18).toString("hex")}`;
  const headers = { accept: wire.rowsType, "content-type": `multipart/form-data; boundary=${boundary}` };
  return { ...post, headers, body: multipart(boundary, json, files) };
}

async function* multipart(boundary: string, json: Buffer, files: FileParts): AsyncGenerator<Uint8Array, void, void> {
  const head = (disposition: string, type: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`);
  const lineEnd = Buffer.from("\r\n");
  yield Buffer.concat([head(`name="${wire.callPart}"`, "application/json"), json, lineEnd]);
  for await (const { part, name, bytes } of files) {
    yield head(`name="${quoted(part)}"; filename="${quoted(name)}"`, "application/octet-stream");
    yield* bytes;
    yield lineEnd;
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** A name inside the quotes of a part's header. */
function quoted(name: string): string {
  return name.replace(/["\\\r\n]/g, "_");
}
