import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { listedWords, wire, wireReasons, wireRefusals } from "@prilavok/protocol";
import type { OutgoingRequest } from "./call-request.ts";
import type { CarrierLimits } from "./carrier-limits.ts";
import { refusalOfStatus } from "./read-json-answer.ts";
import { type Response, sendRequest } from "./send-request.ts";
import { showAddress } from "./store-address.ts";

export interface StoreLinkOptions {
  /** From `readStoreAddress`. */
  readonly url: URL;
  /** The token of this computer for the store; undefined where none is kept. */
  readonly readToken: () => Promise<string | undefined>;
  readonly limits: CarrierLimits;
}

/** A request to Core and how it may be treated. */
export interface LinkRequest {
  /** Makes the request, a second time where it is sent once more. */
  readonly make: () => OutgoingRequest;
  /** It can be made a second time, as its body is at hand. */
  readonly isRemade: boolean;
  /** It changes nothing, so it may be sent again when it is not known what became of it. */
  readonly isRepeatable: boolean;
  readonly silenceMs: number;
  /** Aborts where the request is given up, with the reason in words. */
  readonly signal: AbortSignal;
}

const KEPT_CONNECTIONS = 8;
const KEPT_MS = 60_000;

/** Kept connections to one Core, and the token they are opened with. */
export class StoreLink {
  readonly address: string;
  readonly #options: StoreLinkOptions;
  readonly #agent: HttpAgent;
  #token: string | undefined;
  #coreIsAlive = false;

  constructor(options: StoreLinkOptions) {
    this.#options = options;
    this.address = showAddress(options.url);
    const Agent = options.url.protocol === "https:" ? HttpsAgent : HttpAgent;
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: KEPT_MS });
  }

  /** Core has said that it tells when it is at work. */
  get coreIsAlive(): boolean {
    return this.#coreIsAlive;
  }

  /** A response of status 200 of a Core that speaks our version, or in words why there is none. */
  async ask(request: LinkRequest): Promise<Response | { readonly refusal: string }> {
    const response = await this.#send(request);
    if ("refusal" in response) return response;
    this.#coreIsAlive = listedWords(response.message.headers[wire.canHeader]).has("alive");
    const refusal = await this.#refusalOf(response);
    if (refusal === undefined) return response;
    response.close();
    return { refusal };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #refusalOf(response: Response): Promise<string | undefined> {
    const { statusCode, headers } = response.message;
    if (statusCode !== 200) return refusalOfStatus(response, this.address);
    if (headers["content-encoding"] !== undefined) return wireRefusals.unanswered(this.address, wireReasons.notPrilavok);
    const spoken = listedWords(headers[wire.versionHeader]);
    if (spoken.size === 0 || wire.versions.some((version) => spoken.has(version))) return undefined;
    return wireRefusals.coreVersion(wire.versions[0], [...spoken].join(", ").slice(0, 40));
  }

  /** Sends it once more where that cannot do it twice: over a connection gone stale, or with a newer token. */
  async #send(request: LinkRequest): Promise<Response | { readonly refusal: string }> {
    const { make, isRemade, isRepeatable, silenceMs, signal } = request;
    const { readToken, limits } = this.#options;
    this.#token ??= await readToken();
    for (let isLast = !isRemade; ; isLast = true) {
      const token = this.#token;
      if (token === undefined) return { refusal: wireRefusals.noSettings(this.address) };
      const options = { address: this.address, agent: this.#agent, token, connectMs: limits.connectMs, silenceMs, signal };
      const sent = await sendRequest(make(), options);
      if ("message" in sent) {
        if (sent.message.statusCode !== 401 || isLast) return sent;
        this.#token = await readToken();
        if (this.#token === token) return sent;
        sent.close();
      } else if (isLast || !sent.stale || !isRepeatable) {
        const words = sent.sent && !isRepeatable ? wireRefusals.unanswered : wireRefusals.unreachable;
        return { refusal: words(this.address, sent.reason) };
      }
    }
  }
}
