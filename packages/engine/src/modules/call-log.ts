const MAX_KB = 64;

/** A log that takes so much of what one call prints; the rest is counted, and told when the call is over. */
export class CallLog {
  readonly #log: (line: string) => void;
  #left = MAX_KB * 1024;
  #dropped = 0;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  take(line: string): void {
    if (this.#dropped > 0 || line.length > this.#left) {
      this.#dropped += line.length;
      return;
    }
    this.#left -= line.length;
    this.#log(line);
  }

  /** Ends a call: the next one has all the room again. */
  renew(): void {
    if (this.#dropped > 0)
      this.#log(`${Math.ceil(this.#dropped / 1024)} KB more were printed than the ${MAX_KB} a call may log`);
    this.#left = MAX_KB * 1024;
    this.#dropped = 0;
  }
}
