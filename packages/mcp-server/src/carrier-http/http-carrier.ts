import {
  type AnswerPart,
  type CoreCall,
  type FileAddress,
  type FileDownload,
  type FileParts,
  wire,
  wireReasons,
  wireRefusals,
} from "@prilavok/protocol";
import type { StoreCarrier } from "../store/store-carrier.ts";
import { callRequest } from "./call-request.ts";
import { type CarrierLimits, callTimes, carrierLimits, isRepeatable } from "./carrier-limits.ts";
import { readJsonAnswer } from "./read-json-answer.ts";
import { readRows } from "./read-rows.ts";
import { responseChunks } from "./response-chunks.ts";
import type { Response } from "./send-request.ts";
import { StoreLink } from "./store-link.ts";

export interface HttpCarrierOptions {
  /** The store's address without a slash at its end: https, or plain http to this computer. */
  readonly url: string;
  /** The token of this computer for the store; undefined where none is kept. Rejects where it cannot be had now. */
  readonly readToken: () => Promise<string | undefined>;
  readonly log: (line: string) => void;
  readonly limits?: Partial<CarrierLimits>;
}

/** The way to a served store's Core over HTTP (page 80). Whatever the other end does becomes words or a broken answer. */
export function createHttpCarrier({ url, readToken, log, limits: given }: HttpCarrierOptions): StoreCarrier {
  const limits = { ...carrierLimits, ...given };
  const link = new StoreLink({ url, readToken, limits });

  async function* call(call: CoreCall, signal: AbortSignal, files?: FileParts): AsyncGenerator<AnswerPart, void, void> {
    const { silenceMs, callMs } = callTimes(call, link.coreIsAlive, limits);
    using ending = giveUpAfter(callMs, signal);
    const make = () => callRequest(call, files);
    const traits = { isRemade: files === undefined, isRepeatable: isRepeatable(call) };
    const response = await link.ask({ make, ...traits, silenceMs, signal: ending.signal });
    if (signal.aborted) return;
    if ("refusal" in response) return yield refused(response.refusal);
    try {
      if (typeOf(response) === wire.rowsType) return yield* readRows(response, limits, log);
      const envelope = await readJsonAnswer(response);
      yield envelope === undefined ? refused(notPrilavok(url)) : { kind: "envelope", envelope };
    } finally {
      response.close();
    }
  }

  async function download({ entity, id }: FileAddress, signal: AbortSignal): Promise<FileDownload> {
    const ending = giveUpAfter(limits.callMs, signal);
    const path = `${wire.filesPath}/${encodeURIComponent(entity)}/${encodeURIComponent(id)}`;
    const make = () => ({ method: "GET", path, headers: {}, body: Buffer.alloc(0) }) as const;
    const traits = { isRemade: true, isRepeatable: true, silenceMs: limits.silenceMs };
    const response = await link.ask({ make, ...traits, signal: ending.signal });
    const end = (): void => {
      if (!("refusal" in response)) response.close();
      ending[Symbol.dispose]();
    };
    const sizeBytes = "refusal" in response ? Number.NaN : Number(response.message.headers["content-length"]);
    if (
      !("refusal" in response) &&
      typeOf(response) === "application/octet-stream" &&
      Number.isSafeInteger(sizeBytes)
    ) {
      return { sizeBytes, bytes: bytesOf(response, end) };
    }
    const envelope = "refusal" in response ? undefined : await readJsonAnswer(response);
    end();
    if ("refusal" in response) return response;
    return { refusal: envelope?.ok === false ? envelope.error : notPrilavok(url) };
  }

  return { call, download, close: async () => link.close() };
}

/** A signal that follows the caller's and aborts when the time is over, with the reason in words. */
function giveUpAfter(ms: number, signal: AbortSignal): { readonly signal: AbortSignal } & Disposable {
  const giveUp = new AbortController();
  const cancel = (): void => giveUp.abort("the call was cancelled");
  const late = setTimeout(() => giveUp.abort(wireReasons.overTime(ms / 1000)), ms);
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  return {
    signal: giveUp.signal,
    [Symbol.dispose]: () => {
      clearTimeout(late);
      signal.removeEventListener("abort", cancel);
    },
  };
}

async function* bytesOf(response: Response, end: () => void): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* responseChunks(response);
  } finally {
    end();
  }
}

function typeOf({ message }: Response): string | undefined {
  return message.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
}

function refused(error: string): AnswerPart {
  return { kind: "envelope", envelope: { ok: false, ms: 0, error } };
}

function notPrilavok(address: string): string {
  return wireRefusals.unanswered(address, wireReasons.notPrilavok);
}
