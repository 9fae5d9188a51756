import { randomBytes } from "node:crypto";
import { type CoreCall, wireRefusals } from "@prilavok/protocol";

/** A call that Core has at work. */
export interface RunningCall {
  readonly id: string;
  readonly login: string;
  readonly call: CoreCall;
  readonly since: Date;
}

/** What one call goes by while it works. */
export interface CallWatch {
  /** Aborts when the caller is gone, the call is stopped or its time is up; the reason is what `stopped` says. */
  readonly signal: AbortSignal;
  /** Why it was stopped, in words for its caller; undefined while it was not. */
  readonly stopped: string | undefined;
  end(): void;
}

interface Running extends RunningCall {
  stop(why: string): void;
}

/** The calls at work in this Core, each with a time it may take at most. */
export class RunningCalls {
  readonly #limitSeconds: number;
  /** Ids of one Core are not those of another, nor of this one's last run. */
  readonly #prefix = randomBytes(3).toString("hex");
  #begun = 0;
  readonly #running = new Map<string, Running>();

  constructor(limitSeconds: number) {
    this.#limitSeconds = limitSeconds;
  }

  /** In the order they began. */
  list(): readonly RunningCall[] {
    return [...this.#running.values()];
  }

  /** An abort of `signal` with a text as its reason stops the call with that text. */
  begin(call: CoreCall, login: string, signal: AbortSignal): CallWatch {
    this.#begun += 1;
    const id = `${this.#prefix}-${this.#begun}`;
    const abort = new AbortController();
    let stopped: string | undefined;
    const stop = (why: string | undefined): void => {
      stopped ??= why;
      abort.abort(why);
    };
    const follow = (): void => stop(typeof signal.reason === "string" ? signal.reason : undefined);
    const deadline = setTimeout(() => stop(wireRefusals.overTime(this.#limitSeconds)), this.#limitSeconds * 1000);
    this.#running.set(id, { id, login, call, since: new Date(), stop });
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow);
    return {
      signal: abort.signal,
      get stopped() {
        return stopped;
      },
      end: () => {
        clearTimeout(deadline);
        signal.removeEventListener("abort", follow);
        this.#running.delete(id);
      },
    };
  }

  /** Stops a call in the name of a person; false where no such call is at work. */
  stop(id: string, login: string): boolean {
    const running = this.#running.get(id);
    running?.stop(wireRefusals.stopped(login));
    return running !== undefined;
  }
}
