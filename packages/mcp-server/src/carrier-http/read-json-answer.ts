import { type Envelope, readEnvelope, wireReasons, wireRefusals } from "@prilavok/protocol";
import { responseChunks } from "./response-chunks.ts";
import type { Response } from "./send-request.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_FAULT_BYTES = 64 * 1024;
const MAX_FAULT_CHARACTERS = 2000;
const RETRY_SECONDS = 10;
const MAX_RETRY_SECONDS = 3600;

/** An answer that is one envelope as JSON; undefined where the body is none, or does not come to its end. */
export async function readJsonAnswer(response: Response, maxBytes: number = MAX_BYTES): Promise<Envelope | undefined> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of responseChunks(response)) {
      bytes += chunk.length;
      if (bytes > maxBytes) return undefined;
      kept.push(chunk);
    }
    return readEnvelope(JSON.parse(Buffer.concat(kept).toString("utf8")));
  } catch {
    return undefined;
  }
}

/** What a status other than 200 says to the caller, in words of this side; only a fault speaks for itself. */
export async function refusalOfStatus(response: Response, address: string): Promise<string> {
  const { statusCode: status = 0, headers } = response.message;
  switch (status) {
    case 401:
      return wireRefusals.wrongPassword(address);
    case 413:
      return wireRefusals.callTooLarge(address);
    case 429:
      return wireRefusals.storeSlowsDown(address, retrySeconds(headers["retry-after"]));
    case 503:
      return wireRefusals.storeFull(address, retrySeconds(headers["retry-after"]));
    case 500: {
      const fault = await readJsonAnswer(response, MAX_FAULT_BYTES);
      if (fault?.ok === false) return fault.error.slice(0, MAX_FAULT_CHARACTERS);
      return wireRefusals.unanswered(address, wireReasons.status(status));
    }
    default:
      if (status >= 300 && status < 400) return wireRefusals.unreachable(address, wireReasons.redirect(status));
      return wireRefusals.unreachable(address, wireReasons.status(status));
  }
}

function retrySeconds(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isSafeInteger(seconds) && seconds > 0 ? Math.min(seconds, MAX_RETRY_SECONDS) : RETRY_SECONDS;
}
