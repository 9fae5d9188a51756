import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";

export interface ChildOptions {
  readonly cwd?: string;
  /** Laid over this process's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A started command that leads a process group of its own, with everything it printed so far. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #printed = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  /** Settles when the process has ended and its streams are closed. */
  readonly exited: Promise<ChildExit>;

  constructor(command: string, args: readonly string[], options: ChildOptions = {}) {
    const env = { ...process.env, ...options.env };
    this.#process = spawn(command, args, {
      detached: true,
      stdio: "pipe",
      env,
      ...(options.cwd && { cwd: options.cwd }),
    });
    this.#process.stdout.on("data", (chunk: Buffer) => this.#printed.stdout.push(chunk));
    this.#process.stderr.on("data", (chunk: Buffer) => this.#printed.stderr.push(chunk));
    this.#process.stdin.on("error", () => undefined);
    this.exited = new Promise((resolve) => {
      this.#process.once("close", (code, signal) => resolve({ code, signal }));
    });
  }

  /** The process's id, which is its group's id too. */
  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error(`${this.#process.spawnfile} did not start`);
    return pid;
  }

  get running(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  get stdin(): ChildProcessWithoutNullStreams["stdin"] {
    return this.#process.stdin;
  }

  /** All that came on a stream so far, as text. */
  printed(stream: "stdout" | "stderr"): string {
    return Buffer.concat(this.#printed[stream]).toString("utf8");
  }

  /** Settles when what a stream printed matches; rejects when the process ends or `timeoutMs` pass before that. */
  async waitFor(pattern: RegExp, stream: "stdout" | "stderr" = "stdout", timeoutMs = 20_000): Promise<void> {
    const deadline = AbortSignal.timeout(timeoutMs);
    while (!pattern.test(this.printed(stream))) {
      if (!this.running) throw new Error(`ended before ${pattern} came on ${stream}: ${this.printed("stderr")}`);
      await Promise.race([once(this.#process[stream], "data", { signal: deadline }), this.exited]);
    }
  }

  /** Kills the process alone: its children live on, if they can. */
  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.#process.kill(signal);
  }

  /** Kills the process and all of its group. */
  killGroup(signal: NodeJS.Signals = "SIGKILL"): void {
    try {
      process.kill(-this.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.killGroup();
    await this.exited;
  }
}
