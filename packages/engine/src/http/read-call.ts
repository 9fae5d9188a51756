import type { IncomingMessage } from "node:http";
import { type CoreCall, type FilePart, type FileParts, wire, wireRefusals } from "@prilavok/protocol";
import { readParts } from "./read-parts.ts";

/** A call as it came over HTTP, or the status and the words it is turned away with. */
export type ReadCall =
  | { readonly call: CoreCall; readonly files: FileParts }
  | { readonly status: 400 | 413; readonly refusal: string };

const NAME_CHARACTERS = 64;

/** Reads the call of a request: a JSON body, or the first part of a multipart one; the files are read when they are taken. */
export async function readCall(request: IncomingMessage, maxMegabytes: number): Promise<ReadCall> {
  const maxBytes = maxMegabytes * 1024 * 1024;
  if (!/^multipart\//i.test(request.headers["content-type"] ?? "")) {
    const declared = Number(request.headers["content-length"] ?? 0);
    const body = declared > maxBytes ? "too large" : await readWhole(untilBroken(request), maxBytes);
    return asCall(body, noFiles(), maxMegabytes);
  }
  const parts = readParts(request);
  try {
    const first = await parts.next();
    if (first.done === true || first.value.part !== wire.callPart) return notACall;
    return asCall(await readWhole(first.value.bytes, maxBytes), parts, maxMegabytes);
  } catch {
    return notACall;
  }
}

const notACall: ReadCall = { status: 400, refusal: wireRefusals.notACall };

function asCall(body: Buffer | "too large", files: FileParts, maxMegabytes: number): ReadCall {
  if (body === "too large") return { status: 413, refusal: wireRefusals.tooLarge(maxMegabytes) };
  const given = parseJson(body);
  if (!isObject(given)) return notACall;
  const { command, args = {}, app = "", topic = "" } = given;
  if (typeof command !== "string" || !isObject(args) || !isName(app) || !isName(topic)) return notACall;
  return { call: { command, args, app, topic }, files };
}

/** A small JSON object; undefined for any other body. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown> | undefined> {
  const body = await readWhole(untilBroken(request), maxBytes);
  const given = body === "too large" ? undefined : parseJson(body);
  return isObject(given) ? given : undefined;
}

async function readWhole(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | "too large"> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) return "too large";
    kept.push(piece);
  }
  return Buffer.concat(kept);
}

/** A reader that stops early leaves the request open, so that it can be answered. */
function untilBroken(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length <= NAME_CHARACTERS;
}

async function* noFiles(): AsyncGenerator<FilePart, void, void> {}
