import type { AnswerPart } from "@prilavok/protocol";
import { type StopReason, supervise } from "../process/supervise.ts";
import { WarmChild } from "../process/warm-child.ts";
import type { MysqlThread } from "../sql/mysql-server.ts";
import { CallLog } from "./call-log.ts";
import type { IsolateEnd, IsolateRequest, IsolateSettings } from "./isolate-messages.ts";

export interface IsolateOptions {
  readonly settings: IsolateSettings;
  readonly memoryMb: number;
  readonly env: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  /** Ends the database connection that an isolate has left, by what the server knows it by. */
  readonly endConnection?: ((thread: MysqlThread) => Promise<void>) | undefined;
}

/** How far one call may go; an abort of `signal` first asks the command to stop. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly memoryLimitBytes: number;
  readonly signal: AbortSignal;
}

/** How a call of an isolate ended: with its own last word, or without one. */
export type IsolateOutcome =
  | { readonly kind: "end"; readonly end: IsolateEnd }
  | {
      readonly kind: "broke";
      /** Whether the isolate had taken the request: if not, nothing of it was done. */
      readonly begun: boolean;
      readonly reason: StopReason | "garbled" | "ended";
      /** How its process ended, in words, where it ended by itself. */
      readonly how: string;
    };

export type TablePart = Exclude<AnswerPart, { kind: "envelope" }>;

/** What a request is without its number. */
export type NewRequest = IsolateRequest extends infer Request
  ? Request extends { kind: "cancel" }
    ? never
    : Omit<Request, "num">
  : never;

const PROGRAM = new URL("./isolate/isolate-main.js", import.meta.url);
/** A process that has not taken its first request by then never will. */
const START_MS = 30_000;
const CANCEL_GRACE_MS = 1000;
const LAST_WORDS_MS = 10;
/** What a process of Node maps beside the memory that is watched: stacks, code, reserves. */
const DATA_RESERVE_BYTES = 256 * 1024 * 1024;
const HEAP_SHARE = 0.75;
/** Rows of a large call outlive Node's own 16 MB of young objects, and are copied again and again. */
const YOUNG_SHARE = 1 / 16;
const MAX_YOUNG_MB = 64;

/** A warm child process that runs commands of one bundle, a call at a time. */
export class Isolate {
  /** The bundle it works with; undefined while it is a spare. */
  bundle: { readonly unit: string; readonly identity: string } | undefined;
  /** Whether its last call took locks and has not given them back. */
  holdsLocks = false;
  /** Settles when its process has ended, and in the server what it was at. */
  readonly ended: Promise<unknown>;
  readonly #child: WarmChild;
  readonly #printed: CallLog;
  /** What the server knows its database connection by. */
  #connection: MysqlThread | undefined;
  #requests = 0;
  /** V8 says so as it gives up. */
  #outOfMemory = false;

  constructor({ settings, memoryMb, env, log, endConnection }: IsolateOptions) {
    this.#printed = new CallLog((line) => log(this.bundle === undefined ? line : `${this.bundle.unit}: ${line}`));
    this.#child = new WarmChild({
      program: PROGRAM,
      args: [],
      nodeFlags: [
        `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
        `--max-semi-space-size=${Math.min(MAX_YOUNG_MB, Math.ceil(memoryMb * YOUNG_SHARE))}`,
        "--enable-source-maps",
      ],
      env,
      dataLimitBytes: memoryMb * 1024 * 1024 + DATA_RESERVE_BYTES,
      log: (line) => {
        this.#outOfMemory ||= /out of memory/i.test(line);
        this.#printed.take(line);
      },
    });
    this.#child.send(settings);
    this.ended = this.#child.ended.then(async () => {
      this.#printed.renew();
      if (this.#connection === undefined) return;
      await endConnection?.(this.#connection).catch((error: unknown) =>
        log(`a module's connection stays open: ${String(error)}`),
      );
    });
  }

  get alive(): boolean {
    return this.#child.alive;
  }

  kill(): void {
    this.#child.kill();
  }

  /** Hands a request over and passes the tables on. Whoever stops reading before the end kills the isolate. */
  async *call(request: NewRequest, limits: CallLimits): AsyncGenerator<TablePart, IsolateOutcome, void> {
    const num = ++this.#requests;
    this.holdsLocks = false;
    let outcome: IsolateOutcome | undefined;
    try {
      this.#child.send({ ...request, num } satisfies IsolateRequest);
      outcome = (await this.#begin(num, limits.signal)) ?? (yield* this.#watched(num, limits));
      return outcome;
    } finally {
      this.#printed.renew();
      if (outcome?.kind !== "end") this.kill();
      // A statement that a broken call has left in the server is over before the call is.
      if (outcome?.kind !== "end" && this.#connection !== undefined) await this.ended;
    }
  }

  /** Waits until the isolate has taken the request, which a new one does once it has started. */
  async #begin(num: number, signal: AbortSignal): Promise<IsolateOutcome | undefined> {
    const giveUp = () => this.kill();
    const tooLate = setTimeout(giveUp, START_MS);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    try {
      for (let piece = await this.#child.next(); piece !== undefined; piece = await this.#child.next()) {
        // What stands in the pipe before this belongs to no call.
        if ("control" in piece && piece.control.begin === num) return undefined;
        if ("control" in piece) this.#noteConnection(piece.control.connection);
      }
      return { kind: "broke", begun: false, reason: signal.aborted ? "cancelled" : "ended", how: "" };
    } finally {
      clearTimeout(tooLate);
      signal.removeEventListener("abort", giveUp);
    }
  }

  async *#watched(num: number, limits: CallLimits): AsyncGenerator<TablePart, IsolateOutcome, void> {
    const tooLate = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const cancel = () => {
      this.#child.send({ kind: "cancel", num } satisfies IsolateRequest);
      grace = setTimeout(() => tooLate.abort(), CANCEL_GRACE_MS);
    };
    const watch = supervise(this.#child, { ...limits, signal: tooLate.signal });
    limits.signal.addEventListener("abort", cancel);
    if (limits.signal.aborted) cancel();
    try {
      const outcome = yield* this.#readAnswer();
      if (outcome.kind === "end" || outcome.reason !== "ended") return outcome;
      return { ...outcome, ...(await this.#whyEnded(watch.stopped)) };
    } finally {
      watch.end();
      clearTimeout(grace);
      limits.signal.removeEventListener("abort", cancel);
    }
  }

  async *#readAnswer(): AsyncGenerator<TablePart, IsolateOutcome, void> {
    let section: { readonly name: string; bytes: number } | undefined;
    let reason: "garbled" | "ended" = "garbled";
    for (;;) {
      const piece = await this.#child.next();
      if (piece === undefined) {
        reason = "ended";
        break;
      }
      if ("rows" in piece) {
        if (section === undefined) break;
        section.bytes += piece.rows.length;
        yield { kind: "rows", bytes: piece.rows };
        continue;
      }
      const { connection, locks, open, close, rows, bytes, drop, end } = piece.control;
      if (connection !== undefined) {
        this.#noteConnection(connection);
      } else if (typeof locks === "boolean") {
        this.holdsLocks = locks;
      } else if (typeof open === "string" && section === undefined) {
        section = { name: open, bytes: 0 };
        yield { kind: "open", section: open };
      } else if (close !== undefined) {
        if (section?.name !== close || section.bytes !== bytes || typeof rows !== "number") break;
        yield { kind: "close", section: section.name, rows };
        section = undefined;
      } else if (drop !== undefined) {
        if (section?.name !== drop) break;
        yield { kind: "drop", section: section.name };
        section = undefined;
      } else if (end !== undefined) {
        if (section !== undefined) break;
        return { kind: "end", end: end as IsolateEnd };
      } else {
        break;
      }
    }
    if (section !== undefined) yield { kind: "drop", section: section.name };
    return { kind: "broke", begun: true, reason, how: "" };
  }

  #noteConnection(told: unknown): void {
    const { id, node }: { readonly id?: unknown; readonly node?: unknown } = Object(told) as object;
    if (typeof id === "number" && typeof node === "string") this.#connection = { id, node };
  }

  /** Why a process that was expected to answer is gone. */
  async #whyEnded(stopped: StopReason | undefined): Promise<{ reason: StopReason | "ended"; how: string }> {
    if (stopped !== undefined) return { reason: stopped, how: "" };
    const { code, signal } = await this.#child.ended;
    // Its last words may lie in the pipe yet.
    await new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS));
    return { reason: this.#outOfMemory ? "memory" : "ended", how: signal ?? `exit code ${code}` };
  }
}
