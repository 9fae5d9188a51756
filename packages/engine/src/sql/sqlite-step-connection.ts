import { statementRefusals } from "@prilavok/protocol";
import { type StopReason, supervise } from "../process/supervise.ts";
import type { WarmChild } from "../process/warm-child.ts";
import { cancelText } from "./cancel-text.ts";
import type { RunResult, SqlValue, StepConnection, StepLimits, StepRows } from "./database.ts";
import { MAX_VALUE_BYTES } from "./line-columns.ts";
import type { SqliteAnswer, SqliteEnd, SqliteRequest } from "./sqlite-messages.ts";
import type { SqliteReaders } from "./sqlite-readers.ts";

const MEGABYTE = 1024 * 1024;
/** How V8 ends a process whose memory has run out. */
const OUT_OF_MEMORY: readonly (string | null)[] = ["SIGABRT", "SIGTRAP", "SIGILL"];

export interface SqliteStepSettings {
  readonly mode: "read" | "write";
  readonly readers: SqliteReaders;
  readonly memoryLimitBytes: number;
}

/**
 * One pool's connection to an SQLite file, in a process of its own from the first statement on. A statement that goes
 * over its limits is ended with its process, and no other follows it on this connection.
 */
export class SqliteStepConnection implements StepConnection {
  readonly dialect = "sqlite";
  readonly isUndone = false;
  readonly rules = { dialect: "sqlite", noBackslashEscapes: true, ansiQuotes: true } as const;
  readonly #settings: SqliteStepSettings;
  #child: WarmChild | undefined;
  /** An answer is on its way: nobody else may be given the process. */
  #answering = false;
  #inTransaction = false;

  constructor(settings: SqliteStepSettings) {
    this.#settings = settings;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  async *rows(sql: string, values: readonly SqlValue[], limits: StepLimits): StepRows {
    const answer = yield* this.#ask({ do: "rows", sql, values, maxRows: limits.maxRows }, limits);
    switch (answer.end) {
      case "done":
        return { kind: "done", rows: answer.rows, sameNames: answer.sameNames };
      case "tooMany":
        return { kind: "tooMany" };
      default:
        return { kind: "error", text: this.#errorText(answer) };
    }
  }

  async run(
    sql: string,
    values: readonly SqlValue[],
    limits: StepLimits,
  ): Promise<RunResult | { readonly error: string }> {
    const { value: answer } = await this.#ask({ do: "run", sql, values }, limits).next();
    if (answer instanceof Uint8Array) throw new Error("a statement without rows answered with rows");
    if (answer.end === "ran") return { affected: answer.affected, insertId: answer.insertId };
    return { error: this.#errorText(answer) };
  }

  async close(): Promise<void> {
    const { mode, readers } = this.#settings;
    if (this.#answering) {
      this.#child?.kill();
    } else if (this.#child?.alive) {
      if (mode === "write") this.#child.send({ do: "open", mode: "read" } satisfies SqliteRequest);
      readers.give(this.#child);
    }
    this.#child = undefined;
  }

  /** Sends a statement and passes its rows on until the line that ends the answer. */
  async *#ask(request: SqliteRequest, limits: StepLimits): AsyncGenerator<Uint8Array, SqliteEnd, void> {
    const child = this.#child ?? (await this.#takeChild(limits));
    if ("end" in child) return child;
    const watch = supervise(child, { ...limits, memoryLimitBytes: this.#settings.memoryLimitBytes });
    this.#answering = true;
    try {
      child.send(request);
      for (let piece = await child.next(); piece !== undefined; piece = await child.next()) {
        if ("rows" in piece) {
          yield piece.rows;
          continue;
        }
        this.#answering = false;
        // The program on the other end is of the same build.
        const answer = piece.control as unknown as SqliteAnswer;
        this.#inTransaction = answer.inTransaction;
        return answer;
      }
      this.#inTransaction = false;
      return { end: "error", text: await this.#whyEnded(child, watch.stopped, limits) };
    } finally {
      watch.end();
      // The rest of an answer nobody reads would stand before the next one.
      if (this.#answering) child.kill();
    }
  }

  async #takeChild(limits: StepLimits): Promise<WarmChild | SqliteEnd> {
    const { mode, readers } = this.#settings;
    const child = await readers.take(limits);
    if (child === "cancelled") return { end: "error", text: cancelText(limits.signal) };
    if (child === "allBusy") {
      return { end: "error", text: statementRefusals.allBusy(readers.max, limits.timeoutMs / 1000) };
    }
    this.#child = child;
    const open: SqliteRequest = { do: "open", mode };
    // Between two pools a process holds a reading connection.
    if (mode === "write") child.send(open);
    return child;
  }

  async #whyEnded(
    child: WarmChild,
    stopped: StopReason | undefined,
    { timeoutMs, signal: cancel }: StepLimits,
  ): Promise<string> {
    if (stopped === "time") return statementRefusals.ranOver(timeoutMs / 1000);
    if (stopped === "cancelled") return cancelText(cancel);
    const { signal } = await child.ended;
    if (stopped === "memory" || OUT_OF_MEMORY.includes(signal)) return this.#needsMemory();
    return this.#settings.mode === "read" ? statementRefusals.readingBroke : statementRefusals.writingBroke;
  }

  #errorText(answer: SqliteEnd): string {
    switch (answer.end) {
      case "error":
        return answer.text;
      case "writes":
        return statementRefusals.writes;
      case "memory":
        return this.#needsMemory();
      case "valueTooLarge":
        return statementRefusals.valueTooLarge(MAX_VALUE_BYTES / MEGABYTE);
      default:
        throw new Error(`a statement ended with ${answer.end}`);
    }
  }

  #needsMemory(): string {
    return statementRefusals.needsMemory(Math.round(this.#settings.memoryLimitBytes / MEGABYTE));
  }
}
