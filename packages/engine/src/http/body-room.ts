const MEGABYTE = 1024 * 1024;

/** The memory for the JSON of calls that are still on their way; what holds a part of it gives it back. */
export class BodyRoom {
  readonly #limitBytes: number;
  #heldBytes = 0;

  /** Room for `calls` calls at once, each of `maxMegabytes` at most. */
  constructor(
    readonly maxMegabytes: number,
    calls: number,
  ) {
    this.#limitBytes = calls * this.maxBytes;
  }

  get maxBytes(): number {
    return this.maxMegabytes * MEGABYTE;
  }

  /** Whether there was room for so many bytes more. */
  hold(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#limitBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
