import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { listsOneOf, wire, wireReasons, wireRefusals } from "@prilavok/protocol";
import type { OutgoingRequest } from "./call-request.ts";
import type { CarrierLimits } from "./carrier-limits.ts";
import { refusalOfStatus } from "./read-json-answer.ts";
import { type Response, sendRequest } from "./send-request.ts";

export interface StoreLinkOptions {
  /** Without a slash at its end. */
  readonly url: string;
  /** The token of this computer for the store; undefined where none is kept. Rejects where it cannot be had now. */
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
const SHOWN_CHARACTERS = 20;
const KEPT_MS = 60_000;

/** Kept connections to one Core, and the token they are opened with. */
export class StoreLink {
  readonly #options: StoreLinkOptions;
  readonly #agent: HttpAgent;
  #token: string | undefined;
  #coreIsAlive = false;

  constructor(options: StoreLinkOptions) {
    this.#options = options;
    const Agent = options.url.startsWith("https:") ? HttpsAgent : HttpAgent;
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
    this.#coreIsAlive = listsOneOf(response.message.headers[wire.canHeader], ["alive"]);
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
    const { url } = this.#options;
    if (statusCode !== 200) return refusalOfStatus(response, url);
    if (headers["content-encoding"] !== undefined) return wireRefusals.unanswered(url, wireReasons.notPrilavok);
    const spoken = headers[wire.versionHeader];
    // A Core that names no version speaks the first one.
    if (spoken === undefined || listsOneOf(spoken, wire.versions)) return undefined;
    return wireRefusals.version(wire.versions[0], String(spoken).slice(0, SHOWN_CHARACTERS));
  }

  /** Sends it once more where that cannot do it twice: over a connection gone stale, or with a newer token. */
  async #send(request: LinkRequest): Promise<Response | { readonly refusal: string }> {
    const { make, isRemade, isRepeatable, silenceMs, signal } = request;
    const { url, limits } = this.#options;
    let token = this.#token ?? (await this.#readToken());
    for (let isLast = !isRemade; ; isLast = true) {
      if (typeof token !== "string") return token;
      this.#token = token;
      const options = { url, agent: this.#agent, token, connectMs: limits.connectMs, silenceMs, signal };
      const sent = await sendRequest(make(), options);
      if ("message" in sent) {
        if (sent.message.statusCode !== 401 || isLast) return sent;
        const newer = await this.#readToken();
        if (newer === token) return sent;
        token = newer;
        sent.close();
      } else if (isLast || !sent.stale || !isRepeatable) {
        const words = sent.sent && !isRepeatable ? wireRefusals.unanswered : wireRefusals.unreachable;
        return { refusal: words(url, sent.reason) };
      }
    }
  }

  async #readToken(): Promise<string | { readonly refusal: string }> {
    const { url, readToken } = this.#options;
    try {
      return (await readToken()) ?? { refusal: wireRefusals.noSettings(url) };
    } catch {
      return { refusal: wireRefusals.tokenLocked(url) };
    }
  }
}
