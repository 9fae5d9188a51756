import { type ChildSettings, WarmChild } from "../process/warm-child.ts";
import type { StepLimits } from "./database.ts";

/** Processes without work that stay for the next pools. */
const KEPT_IDLE = 2;

type Waiter = (child: WarmChild) => void;

/**
 * The warm processes pools run in: as many as pools run at once, up to `max`; a pool beyond that waits for one to end.
 * An idle one holds a reading connection already.
 */
export class SqliteReaders {
  readonly #settings: ChildSettings;
  readonly #living = new Set<WarmChild>();
  #idle: WarmChild[] = [];
  #waiting: Waiter[] = [];
  #closed = false;

  constructor(
    settings: ChildSettings,
    readonly max: number,
  ) {
    this.#settings = settings;
  }

  /** A process for one pool, or why there was none within the limits. */
  async take({
    timeoutMs,
    signal,
  }: Pick<StepLimits, "timeoutMs" | "signal">): Promise<WarmChild | "cancelled" | "allBusy"> {
    if (signal.aborted) return "cancelled";
    this.#idle = this.#idle.filter((child) => child.alive);
    const child = this.#idle.pop() ?? (this.#living.size < this.max ? this.#start() : undefined);
    if (child !== undefined) return child;
    return new Promise((resolve) => {
      const giveUp = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((waiter) => waiter !== take);
        resolve(signal.aborted ? "cancelled" : "allBusy");
      };
      const take: Waiter = (freed) => {
        giveUp.removeEventListener("abort", leave);
        resolve(freed);
      };
      giveUp.addEventListener("abort", leave, { once: true });
      this.#waiting.push(take);
    });
  }

  /** Takes a process back from a pool that has ended between two statements. */
  give(child: WarmChild): void {
    const waiter = this.#waiting.shift();
    if (waiter !== undefined) waiter(child);
    else if (this.#idle.length < KEPT_IDLE) this.#idle.push(child);
    else child.kill();
  }

  /** Kills them all, at work or not. */
  async close(): Promise<void> {
    this.#closed = true;
    const ends = [...this.#living].map((child) => {
      child.kill();
      return child.ended;
    });
    await Promise.all(ends);
  }

  #start(): WarmChild {
    if (this.#closed) throw new Error("the store is closed");
    const child = new WarmChild(this.#settings);
    this.#living.add(child);
    void child.ended.then(() => {
      this.#living.delete(child);
      if (!this.#closed && this.#waiting.length > 0) this.#waiting.shift()?.(this.#start());
    });
    return child;
  }
}
