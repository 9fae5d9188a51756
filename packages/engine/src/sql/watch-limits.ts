import type { StepLimits } from "./database.ts";

/** A watch over a statement at work. */
export interface LimitWatch {
  /** Why it was stopped, undefined while it was not. */
  readonly stopped: "time" | "cancelled" | undefined;
  end(): void;
}

/** Calls `stop` once, when the statement's time is up or its call is cancelled; at once for one that is cancelled already. */
export function watchLimits(
  { timeoutMs, signal }: Pick<StepLimits, "timeoutMs" | "signal">,
  stop: () => void,
): LimitWatch {
  let stopped: LimitWatch["stopped"];
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  };
  const stopFor = (reason: "time" | "cancelled"): void => {
    end();
    stopped = reason;
    stop();
  };
  const cancel = (): void => stopFor("cancelled");
  const timer = setTimeout(() => stopFor("time"), timeoutMs);
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel);
  return {
    get stopped() {
      return stopped;
    },
    end,
  };
}
