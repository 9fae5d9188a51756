import { type ChildProcess, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { FrameError, type FramePiece, FrameReader } from "@prilavok/protocol";
import { endDescendants } from "./end-descendants.ts";
import { logLines } from "./log-lines.ts";
import { encodeMessage } from "./messages.ts";

export interface ChildSettings {
  /** The built program the child runs; the first thing it does is to hold its lifeline (`holdLifeline`). */
  readonly program: URL;
  readonly args: readonly string[];
  readonly nodeFlags: readonly string[];
  /** The child's whole environment: nothing of the parent's reaches it by itself. */
  readonly env: Readonly<Record<string, string>>;
  /** How much data the child may ever hold, where the platform has such a limit (Linux). */
  readonly dataLimitBytes: number;
  readonly log: (line: string) => void;
}

/** How a child ended, as the system tells it. Both are null where it could not be started. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Answers that wait for their reader; beyond it the pipe is left full and the child waits. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * A child process kept for many requests: requests go in on fd 0, answers come out on fd 3 as row frames, what it
 * prints goes to the log, and it dies with this process (fd 4). Its user knows by the frames where an answer ends.
 */
export class WarmChild {
  readonly #child: ChildProcess;
  readonly #answers: Readable;
  readonly #frames = new FrameReader();
  #waiting: FramePiece[] = [];
  #waitingBytes = 0;
  #wake: (() => void) | undefined;
  /** The process itself has ended or was killed; what it answered may still be on its way. */
  #gone = false;
  #finished = false;
  /** Settles when the process has ended and all that it answered has arrived. */
  readonly ended: Promise<ChildEnd>;

  constructor(settings: ChildSettings) {
    const [command, args] = commandLine(settings);
    this.#child = spawn(command, args, { env: settings.env, stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"] });
    const [requests, stdout, stderr, answers, lifeline] = this.#child.stdio;
    this.#answers = startedPipe(answers);
    // A pipe that breaks is a child that has ended: the process tells how.
    for (const pipe of [requests, answers, lifeline]) pipe?.on("error", () => undefined);
    logLines(startedPipe(stdout), settings.log);
    logLines(startedPipe(stderr), settings.log);
    this.#answers.on("data", (chunk: Buffer) => this.#take(chunk));
    this.ended = this.#watchEnd(settings.log);
  }

  /** The process's id, 0 where it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** False once the child has ended or was killed. */
  get alive(): boolean {
    return !this.#gone;
  }

  send(message: unknown): void {
    this.#child.stdin?.write(encodeMessage(message));
  }

  /** The next piece of an answer; undefined when the child has ended and nothing more will come. */
  async next(): Promise<FramePiece | undefined> {
    while (this.#waiting.length === 0 && !this.#finished) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const piece = this.#waiting.shift();
    if (piece !== undefined && "rows" in piece) this.#waitingBytes -= piece.rows.length;
    if (this.#waitingBytes === 0 && this.#answers.isPaused()) this.#answers.resume();
    return piece;
  }

  /** Ends the child at once, whatever it is at, and what it has started; what it has answered is dropped. */
  kill(): void {
    if (!this.#gone) endDescendants(this.pid);
    this.#child.kill("SIGKILL");
    this.#waiting = [];
    this.#answers.destroy();
    this.#finish();
  }

  #take(chunk: Buffer): void {
    try {
      for (const piece of this.#frames.push(chunk)) {
        this.#waiting.push(piece);
        if ("rows" in piece) this.#waitingBytes += piece.rows.length;
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.kill();
    }
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#answers.pause();
    this.#wake?.();
  }

  async #watchEnd(log: (line: string) => void): Promise<ChildEnd> {
    const exit = new Promise<ChildEnd>((resolve) => {
      this.#child.once("exit", (code, signal) => {
        this.#gone = true;
        resolve({ code, signal });
      });
      this.#child.once("error", (error) => {
        this.#gone = true;
        log(`a child process could not be started: ${error.message}`);
        resolve({ code: null, signal: null });
      });
    });
    const closed = new Promise((resolve) => this.#answers.once("close", resolve));
    const [end] = await Promise.all([exit, closed]);
    this.#finish();
    return end;
  }

  #finish(): void {
    this.#gone = true;
    this.#finished = true;
    this.#wake?.();
  }
}

function commandLine({ program, args, nodeFlags, dataLimitBytes }: ChildSettings): [string, string[]] {
  const node = [...nodeFlags, fileURLToPath(program), ...args];
  if (process.platform !== "linux") return [process.execPath, node];
  // A lower limit of the system's own stays.
  const script = 'ulimit -d "$0" 2>/dev/null; exec "$@"';
  return ["/bin/sh", ["-c", script, `${Math.ceil(dataLimitBytes / 1024)}`, process.execPath, ...node]];
}

/** Node makes no pipes at all where the system is out of file handles. */
function startedPipe(pipe: unknown): Readable {
  if (pipe instanceof Readable) return pipe;
  throw new Error("a child process could not be started: no pipes to it");
}
