import { wireRefusals } from "@prilavok/protocol";

/** A call that was let in. */
export interface Visit {
  /** Aborts when the caller is gone, or with words when the server closes. */
  readonly signal: AbortSignal;
  /** The caller is gone. */
  abort(): void;
  /** The answer has left, or nobody waits for it. */
  leave(): void;
}

/** What an aborted call gets to say its last word and to let go of what it holds. */
const LAST_WORDS_MS = 3000;

/** The calls a server has at work: so many at once, and none more once it closes. */
export class CallRoom {
  readonly #visits = new Set<AbortController>();
  #closing = false;
  #emptied: (() => void) | undefined;

  /** `limit`: calls at once. */
  constructor(readonly limit: number) {}

  get size(): number {
    return this.#visits.size;
  }

  get closing(): boolean {
    return this.#closing;
  }

  get isFull(): boolean {
    return this.#visits.size >= this.limit;
  }

  /** A place for a call; undefined where the server closes or as many calls as may be are at work. */
  enter(): Visit | undefined {
    if (this.#closing || this.isFull) return undefined;
    const abort = new AbortController();
    this.#visits.add(abort);
    return {
      signal: abort.signal,
      abort: () => abort.abort(),
      leave: () => {
        this.#visits.delete(abort);
        if (this.#visits.size === 0) this.#emptied?.();
      },
    };
  }

  /** Lets nobody in any more and waits for the calls at work, for `graceMs` or until `hurry` aborts; then they are stopped. */
  async close(graceMs: number, hurry: AbortSignal): Promise<void> {
    this.#closing = true;
    await this.#empty(AbortSignal.any([hurry, AbortSignal.timeout(graceMs)]));
    for (const abort of this.#visits) abort.abort(wireRefusals.closed);
    await this.#empty(AbortSignal.timeout(LAST_WORDS_MS));
  }

  #empty(giveUp: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#emptied = resolve;
      giveUp.addEventListener("abort", () => resolve());
      if (this.#visits.size === 0 || giveUp.aborted) resolve();
    });
  }
}
