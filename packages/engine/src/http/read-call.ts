import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  type CoreCall,
  type FilePart,
  type FileParts,
  isDeeper,
  MAX_CALL_LEVELS,
  wire,
  wireRefusals,
} from "@prilavok/protocol";
import type { BodyRoom } from "./body-room.ts";
import { readParts } from "./read-parts.ts";

/** A call as it came over HTTP, or the status and the words it is turned away with. */
export type ReadCall =
  | { readonly call: CoreCall; readonly files: FileParts }
  | { readonly status: 400 | 413 | 503; readonly refusal: string; readonly retryAfterSeconds?: number };

const NAME_CHARACTERS = 64;
const RETRY_SECONDS = 1;
/** What the JSON of a call may take to come in. Its files may take longer, as long as they go on. */
const CALL_MS = 300_000;

/** Reads the call of a request: a JSON body, or the first part of a multipart one; the files are read when they are taken. */
export async function readCall(request: IncomingMessage, room: BodyRoom): Promise<ReadCall> {
  if (!/^multipart\//i.test(request.headers["content-type"] ?? "")) {
    const declared = Number(request.headers["content-length"] ?? 0);
    const body = declared > room.maxBytes ? "too large" : await readBody(request, room.maxBytes, room);
    return asCall(body, noFiles(), room);
  }
  const parts = readParts(request);
  try {
    const first = await parts.next();
    if (first.done === true || first.value.part !== wire.callPart) return notACall;
    return asCall(await readBody(Readable.from(first.value.bytes), room.maxBytes, room), parts, room);
  } catch {
    return notACall;
  }
}

const notACall: ReadCall = { status: 400, refusal: wireRefusals.notACall };

function asCall(body: ReadBody, files: FileParts, { maxMegabytes }: BodyRoom): ReadCall {
  if (body === "too large") return { status: 413, refusal: wireRefusals.tooLarge(maxMegabytes) };
  if (body === "no room") return { status: 503, refusal: wireRefusals.bodiesFull, retryAfterSeconds: RETRY_SECONDS };
  const given = parseJson(body);
  if (!isObject(given)) return notACall;
  const { command, args = {}, app = "", topic = "" } = given;
  if (typeof command !== "string" || !isObject(args) || !isName(app) || !isName(topic)) return notACall;
  if (isDeeper(args, MAX_CALL_LEVELS)) return { status: 400, refusal: wireRefusals.tooDeep(MAX_CALL_LEVELS) };
  return { call: { command, args, app, topic }, files };
}

/** A small JSON object; undefined for any other body. */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Record<string, unknown> | undefined> {
  const body = await readBody(request, maxBytes);
  const given = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  return isObject(given) ? given : undefined;
}

type ReadBody = Buffer | "too large" | "no room";

/**
 * Reads a stream to its end, each piece held in the room meanwhile. One that is too large is left as it is, so that its
 * request can be answered.
 */
async function readBody(body: Readable, maxBytes: number, room?: BodyRoom): Promise<ReadBody> {
  let heldBytes = 0;
  const hold = (bytes: number): boolean => {
    if (room?.hold(bytes) === false) return false;
    heldBytes += bytes;
    return true;
  };
  try {
    return await gather(body, maxBytes, hold);
  } finally {
    room?.giveBack(heldBytes);
  }
}

function gather(body: Readable, maxBytes: number, hold: (bytes: number) => boolean): Promise<ReadBody> {
  const kept: Buffer[] = [];
  let bytes = 0;
  let refused = false;
  const late = setTimeout(() => body.destroy(new Error("the call came too slowly")), CALL_MS);
  body.once("close", () => clearTimeout(late)).once("end", () => clearTimeout(late));
  return new Promise((resolve, reject) => {
    body.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (refused) return;
      refused = bytes > maxBytes || !hold(piece.length);
      if (refused) resolve(bytes > maxBytes ? "too large" : "no room");
      else kept.push(piece);
    });
    body.once("end", () => resolve(Buffer.concat(kept)));
    body.once("error", reject);
    body.once("close", () => {
      if (!body.readableEnded) reject(new Error("the request broke off"));
    });
  });
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
