import { randomBytes } from "node:crypto";
import { type CoreCall, type FileParts, wire } from "@prilavok/protocol";

/** What is sent of a call: its headers, and the bytes in the order they go. */
export interface CallBody {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly bytes: AsyncIterable<Uint8Array> | Buffer;
}

/** A call as JSON, or with its files as multipart/form-data of unknown length; a file is read only as fast as it is sent. */
export function callBody(call: CoreCall, files: FileParts | undefined): CallBody {
  const json = Buffer.from(JSON.stringify(call), "utf8");
  if (files === undefined) {
    return { headers: { "content-type": "application/json", "content-length": json.length }, bytes: json };
  }
  const boundary = `prilavok-${randomBytes(18).toString("hex")}`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    bytes: multipart(boundary, json, files),
  };
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
