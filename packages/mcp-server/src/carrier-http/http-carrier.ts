import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import {
  type AnswerPart,
  type CoreCall,
  type FileParts,
  listedWords,
  wire,
  wireReasons,
  wireRefusals,
} from "@prilavok/protocol";
import type { StoreCarrier } from "../store/store-carrier.ts";
import { callBody } from "./call-body.ts";
import { type CarrierLimits, callTimes, carrierLimits, isRepeatable } from "./carrier-limits.ts";
import { readJsonAnswer, refusalOfStatus } from "./read-refusal.ts";
import { readRows } from "./read-rows.ts";
import { type Response, sendCall, type Unanswered } from "./send-call.ts";
import { showAddress } from "./store-address.ts";

export interface HttpCarrierOptions {
  /** From `readStoreAddress`. */
  readonly url: URL;
  /** The token of this computer for the store; undefined where none is kept. */
  readonly readToken: () => Promise<string | undefined>;
  readonly log: (line: string) => void;
  readonly limits?: Partial<CarrierLimits>;
}

const KEPT_CONNECTIONS = 8;
const KEPT_MS = 60_000;

/** The way to a served store's Core over HTTP (page 80). Whatever the other end does becomes words or a broken answer. */
export function createHttpCarrier({ url, readToken, log, limits: given }: HttpCarrierOptions): StoreCarrier {
  const limits = { ...carrierLimits, ...given };
  const address = showAddress(url);
  const callUrl = new URL(`${address}${wire.callPath}`);
  const Agent = url.protocol === "https:" ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: KEPT_MS });
  let token: string | undefined;
  let coreIsAlive = false;

  /** Sends the call, and once more where that cannot do it twice: over a connection gone stale, or with a newer token. */
  async function send(
    call: CoreCall,
    files: FileParts | undefined,
    signal: AbortSignal,
  ): Promise<Response | Unanswered | { readonly refusal: string }> {
    token ??= await readToken();
    for (let last = files !== undefined; ; last = true) {
      if (token === undefined) return { refusal: wireRefusals.noSettings(address) };
      const { silenceMs } = callTimes(call, coreIsAlive, limits);
      const options = { url: callUrl, agent, token, connectMs: limits.connectMs, silenceMs, signal };
      const sent = await sendCall(callBody(call, files), options);
      if ("reason" in sent) {
        if (last || !sent.stale || !isRepeatable(call)) return sent;
      } else if (sent.message.statusCode === 401 && !last) {
        const newer = await readToken();
        if (newer === token) return sent;
        sent.close();
        token = newer;
      } else {
        return sent;
      }
    }
  }

  async function* answer(
    call: CoreCall,
    files: FileParts | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, void, void> {
    const sent = await send(call, files, signal);
    if ("refusal" in sent) return yield refused(sent.refusal);
    if ("reason" in sent) {
      const words = sent.sent && !isRepeatable(call) ? wireRefusals.unanswered : wireRefusals.unreachable;
      return yield refused(words(address, sent.reason));
    }
    try {
      const { statusCode, headers } = sent.message;
      const versions = headers[wire.versionHeader];
      coreIsAlive = listedWords(headers[wire.canHeader]).has("alive");
      if (statusCode !== 200) return yield refused(await refusalOfStatus(sent, address));
      if (headers["content-encoding"] !== undefined) return yield refused(notPrilavok(address));
      const type = headers["content-type"]?.split(";", 1)[0]?.trim();
      if (type === wire.rowsType && speaksOurs(versions)) return yield* readRows(sent, limits, log);
      const envelope = type === "application/json" ? await readJsonAnswer(sent) : undefined;
      if (envelope !== undefined && (speaksOurs(versions) || !envelope.ok)) return yield { kind: "envelope", envelope };
      if (speaksOurs(versions)) return yield refused(notPrilavok(address));
      return yield refused(wireRefusals.coreVersion(wire.versions[0], String(versions).slice(0, 40)));
    } finally {
      sent.close();
    }
  }

  return {
    call: async function* (call, signal, files) {
      const { callMs } = callTimes(call, coreIsAlive, limits);
      const ends = new AbortController();
      const cancel = (): void => ends.abort("the call was cancelled");
      const late = setTimeout(() => ends.abort(wireReasons.overTime(callMs / 1000)), callMs);
      signal.addEventListener("abort", cancel);
      if (signal.aborted) cancel();
      try {
        for await (const part of answer(call, files, ends.signal)) {
          if (signal.aborted) return;
          yield part;
        }
      } finally {
        clearTimeout(late);
        signal.removeEventListener("abort", cancel);
      }
    },
    close: async () => agent.destroy(),
  };
}

function refused(error: string): AnswerPart {
  return { kind: "envelope", envelope: { ok: false, ms: 0, error } };
}

function notPrilavok(address: string): string {
  return wireRefusals.unanswered(address, wireReasons.notPrilavok);
}

/** A Core that names no version speaks the first one. */
function speaksOurs(versions: string | readonly string[] | undefined): boolean {
  const spoken = listedWords(versions);
  return spoken.size === 0 || wire.versions.some((version) => spoken.has(version));
}
