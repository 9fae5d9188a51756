import { residentBytes } from "./resident-bytes.ts";
import type { WarmChild } from "./warm-child.ts";

/** How far a child may go with one piece of work. */
export interface WorkLimits {
  readonly timeoutMs: number;
  readonly memoryLimitBytes: number;
  readonly signal: AbortSignal;
}

export type StopReason = "time" | "memory" | "cancelled";

/** A watch over a child at work. */
export interface Supervision {
  /** Why the child was killed, undefined while it was not. */
  readonly stopped: StopReason | undefined;
  end(): void;
}

const POLL_MS = 50;

/**
 * Kills a child when its time is up, the work is cancelled or it has grown past its memory limit. Memory is looked at
 * every 50 ms; where the platform does not tell it (see `residentBytes`) only the heap's own limit holds.
 */
export function supervise(child: WarmChild, { timeoutMs, memoryLimitBytes, signal }: WorkLimits): Supervision {
  let stopped: StopReason | undefined;
  const stop = (reason: StopReason): void => {
    end();
    stopped = reason;
    child.kill();
  };
  const deadline = performance.now() + timeoutMs;
  const timer = setInterval(() => {
    if (performance.now() >= deadline) stop("time");
    else if ((residentBytes(child.pid) ?? 0) > memoryLimitBytes) stop("memory");
  }, POLL_MS);
  const cancel = (): void => stop("cancelled");
  const end = (): void => {
    clearInterval(timer);
    signal.removeEventListener("abort", cancel);
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel);
  return {
    get stopped() {
      return stopped;
    },
    end,
  };
}
