/** Counts the time in which something is waited for, and calls out when that gets too long. */
export class SilenceWatch {
  readonly #limitMs: number;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onSilence: () => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
  }

  /** Waits for something that is to come within the limit. */
  async during<Value>(wait: Promise<Value>): Promise<Value> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, this.#limitMs);
    try {
      return await wait;
    } finally {
      clearTimeout(this.#timer);
    }
  }
}
