import type { Isolate } from "./isolate.ts";

export interface IsolatePoolOptions {
  readonly start: () => Isolate;
  /** At most so many isolates with a bundle; a spare without one comes on top. */
  readonly max: number;
}

/** What a call needs: an isolate with this bundle, or one without any. */
export interface WantedBundle {
  readonly unit: string;
  readonly identity: string;
}

interface Waiting {
  readonly wanted: WantedBundle;
  take(isolate: Isolate | undefined): void;
}

const IDLE_MS = 5 * 60_000;
/** The next spare is started when the answer that took the last one is on its way. */
const SPARE_DELAY_MS = 20;
/** How long something that a command left at work may go on. */
const LEFTOVER_MS = 5000;

/**
 * Keeps isolates warm: each works for one call at a time and with one bundle, one without a bundle stands ready, idle
 * ones end after five minutes.
 */
export class IsolatePool {
  readonly #options: IsolatePoolOptions;
  readonly #loaded = new Set<Isolate>();
  /** Free ones of `#loaded` with the time they became free, the longest idle first. */
  readonly #idle = new Map<Isolate, number>();
  readonly #waiting = new Set<Waiting>();
  readonly #leftovers = new Set<Isolate>();
  readonly #sweep: NodeJS.Timeout;
  #spare: Isolate | undefined;
  #closed = false;

  constructor(options: IsolatePoolOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#endIdle(), IDLE_MS / 10).unref();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Starts the spare. */
  warm(): void {
    if (this.#closed || this.#spare?.alive === true) return;
    this.#spare = this.#options.start();
  }

  /** An isolate for one call; waits while all are busy, and comes back without one on an abort or when the pool closes. */
  async take(wanted: WantedBundle, signal: AbortSignal): Promise<Isolate | undefined> {
    if (this.#closed || signal.aborted) return undefined;
    const isolate = this.#waiting.size === 0 ? this.#takeNow(wanted) : undefined;
    if (isolate !== undefined) return isolate;
    return await new Promise((resolve) => {
      const waiting: Waiting = {
        wanted,
        take: (taken) => {
          signal.removeEventListener("abort", giveUp);
          this.#waiting.delete(waiting);
          resolve(taken);
        },
      };
      const giveUp = () => waiting.take(undefined);
      signal.addEventListener("abort", giveUp);
      this.#waiting.add(waiting);
    });
  }

  /** Takes an isolate back after its call. */
  give(isolate: Isolate, state: "fit" | "leftovers" | "broken"): void {
    if (state === "fit" && isolate.alive && !this.#closed) {
      this.#idle.set(isolate, performance.now());
    } else {
      this.#loaded.delete(isolate);
      if (state === "leftovers" && !this.#closed) this.#endLater(isolate);
      else isolate.kill();
    }
    this.#serveWaiting();
    if (this.#spare?.alive !== true) setTimeout(() => this.warm(), SPARE_DELAY_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    for (const { take } of this.#waiting) take(undefined);
    const isolates = [...this.#loaded, ...this.#leftovers, ...(this.#spare === undefined ? [] : [this.#spare])];
    for (const isolate of isolates) isolate.kill();
    await Promise.all(isolates.map((isolate) => isolate.ended));
  }

  #takeNow(wanted: WantedBundle): Isolate | undefined {
    for (const isolate of this.#idle.keys()) {
      const { unit, identity } = isolate.bundle ?? {};
      if (!isolate.alive || (unit === wanted.unit && identity !== wanted.identity)) this.#end(isolate);
      else if (identity === wanted.identity) {
        this.#idle.delete(isolate);
        return isolate;
      }
    }
    if (this.#loaded.size >= this.#options.max) {
      const [longestIdle] = this.#idle.keys();
      if (longestIdle === undefined) return undefined;
      this.#end(longestIdle);
    }
    const isolate = this.#spare?.alive === true ? this.#spare : this.#options.start();
    this.#spare = undefined;
    isolate.bundle = wanted;
    this.#loaded.add(isolate);
    return isolate;
  }

  #serveWaiting(): void {
    for (const waiting of this.#waiting) {
      const isolate = this.#takeNow(waiting.wanted);
      if (isolate === undefined) return;
      waiting.take(isolate);
    }
  }

  #end(isolate: Isolate): void {
    this.#idle.delete(isolate);
    this.#loaded.delete(isolate);
    isolate.kill();
  }

  #endLater(isolate: Isolate): void {
    this.#leftovers.add(isolate);
    setTimeout(() => {
      this.#leftovers.delete(isolate);
      isolate.kill();
    }, LEFTOVER_MS).unref();
  }

  #endIdle(): void {
    for (const [isolate, since] of this.#idle) {
      if (!isolate.alive || performance.now() - since > IDLE_MS) this.#end(isolate);
    }
  }
}
