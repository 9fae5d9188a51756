/** How long one may wait for a turn. */
interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Lets so many work at once; whoever comes later waits for a turn, first come first served. */
export class Turns {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(readonly max: number) {
    this.#free = max;
  }

  /** Takes a turn, or says why there was none; a turn is given back with `give`. */
  async take({ timeoutMs, signal }: Patience): Promise<"taken" | "cancelled" | "allBusy"> {
    if (signal.aborted) return "cancelled";
    if (this.#free > 0) {
      this.#free -= 1;
      return "taken";
    }
    return new Promise((resolve) => {
      const giveUp = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((waiter) => waiter !== take);
        resolve(signal.aborted ? "cancelled" : "allBusy");
      };
      const take = (): void => {
        giveUp.removeEventListener("abort", leave);
        resolve("taken");
      };
      giveUp.addEventListener("abort", leave, { once: true });
      this.#waiting.push(take);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
