import { serverRefusals, statementRefusals } from "@prilavok/protocol";
import { cancelText } from "./cancel-text.ts";
import type { RunResult, SqlValue, StepConnection, StepEnd, StepLimits, StepProbe, StepRows } from "./database.ts";
import { MAX_VALUE_BYTES } from "./line-columns.ts";
import { placeName } from "./mysql-address.ts";
import type { MysqlAnswer, MysqlDone, MysqlRefused } from "./mysql-answer.ts";
import { isLostConnection, isNotReady, mysqlReason, RefusedByServer, undoesTransaction } from "./mysql-errors.ts";
import type { MysqlLink } from "./mysql-link.ts";
import type { MysqlLinks } from "./mysql-links.ts";
import { placeLiterals } from "./mysql-literals.ts";
import { MysqlRowLines } from "./mysql-row-lines.ts";
import type { MysqlServer } from "./mysql-server.ts";
import { READ_ONLY_TRANSACTION, sessionStatement } from "./mysql-session.ts";
import { type LimitWatch, watchLimits } from "./watch-limits.ts";

export interface MysqlStepSettings {
  readonly mode: "read" | "write";
  readonly server: MysqlServer;
  readonly links: MysqlLinks;
  readonly memoryLimitBytes: number;
  readonly probe: StepProbe | undefined;
}

type Refusal = { readonly error: string };

/** A statement whose answer has begun to arrive. */
interface Begun {
  readonly link: MysqlLink;
  readonly watch: LimitWatch;
  readonly answer: MysqlAnswer;
}

const MEGABYTE = 1024 * 1024;
const LOCK_SECONDS = 5;
/** The server's own time limit comes after Core's: it is for a statement whose Core is gone. */
const SERVER_GRACE_SECONDS = 5;
/** What a server says when its own time limit ends a statement: MariaDB, MySQL. */
const OVER_TIME = [1969, 3024];
/** A connection that was lost while it lay idle shows it at once; one lost later was ended with its statement. */
const IDLE_LOSS_MS = 2000;

/**
 * One pool's connection to a server. A statement that goes over its limits is ended in the server with its connection,
 * and no other follows it. A reading one that finds an idle connection lost is sent once more on a new one.
 */
export class MysqlStepConnection implements StepConnection {
  readonly dialect: StepConnection["dialect"];
  readonly rules: StepConnection["rules"];
  /** As the server told it with its last answer; a refused statement leaves it as it was, but for a deadlock. */
  inTransaction = false;
  isUndone = false;
  readonly #settings: MysqlStepSettings;
  #hasTurn = false;
  #link: MysqlLink | undefined;
  /** The answer to a statement has not been read to its end. */
  #answering = false;
  /** No statement follows one that was ended. */
  #ended: Promise<void> | undefined;
  /** Goes with the first statement. */
  #probe: StepProbe | undefined;
  /** What the last reading step has set the session up with: the next pool's first one will want the same. */
  #reading: string | undefined;

  constructor(settings: MysqlStepSettings) {
    this.#settings = settings;
    this.#probe = settings.probe;
    this.rules = settings.server.rules;
    this.dialect = this.rules.dialect;
  }

  async *rows(sql: string, values: readonly SqlValue[], limits: StepLimits): StepRows {
    const begun = await this.#begin(sql, values, limits);
    if ("error" in begun) return { kind: "error", text: begun.error };
    try {
      return yield* this.#read(begun, limits);
    } catch (error) {
      return { kind: "error", text: this.#brokeText(error, begun.watch, limits) };
    } finally {
      this.#finish(begun.watch);
    }
  }

  async run(sql: string, values: readonly SqlValue[], limits: StepLimits): Promise<RunResult | Refusal> {
    const begun = await this.#begin(sql, values, limits);
    if ("error" in begun) return begun;
    try {
      const end = await begun.link.skip(begun.answer);
      this.#note(end);
      if (end.kind === "refused") return { error: this.#refusedText(end, limits) };
      return { affected: end.affected, insertId: end.insertId };
    } catch (error) {
      return { error: this.#brokeText(error, begun.watch, limits) };
    } finally {
      this.#finish(begun.watch);
    }
  }

  async close(): Promise<void> {
    const { links } = this.#settings;
    if (this.#answering) this.#end();
    if (this.#link !== undefined) links.give(this.#link, this.#reading);
    this.#link = undefined;
    await this.#ended;
    if (this.#hasTurn) links.giveTurn();
    this.#hasTurn = false;
  }

  /** Sends a statement and waits for its answer to begin. */
  async #begin(sql: string, values: readonly SqlValue[], limits: StepLimits): Promise<Begun | Refusal> {
    const text = placeLiterals(sql, values, this.rules);
    const noTurn = await this.#takeTurn(limits);
    if (noTurn !== undefined) return { error: noTurn };
    const kept = this.#link ?? (await this.#takeIdle(limits));
    if (kept !== undefined) {
      const sentAt = performance.now();
      const begun = await this.#attempt(kept, text, limits);
      if (begun !== "lost") return begun;
      if (this.#settings.mode === "write" || performance.now() - sentAt > IDLE_LOSS_MS) return { error: this.#broke };
    }
    const opened = await this.#open(limits);
    if ("error" in opened) return opened;
    const begun = await this.#attempt(opened, text, limits);
    return begun === "lost" ? { error: this.#broke } : begun;
  }

  /** Why the pool does not get to work, if it does not. */
  async #takeTurn(limits: StepLimits): Promise<string | undefined> {
    if (this.#ended !== undefined) return this.#broke;
    if (this.#hasTurn) return undefined;
    const { links } = this.#settings;
    const turn = await links.takeTurn(limits);
    if (turn === "cancelled") return cancelText(limits.signal);
    if (turn === "allBusy") return statementRefusals.allBusy(links.max, limits.timeoutMs / 1000);
    this.#hasTurn = true;
    return undefined;
  }

  /** A reading step sets its session up by itself and may be repeated: it needs no proof that the connection stands. */
  async #takeIdle(limits: StepLimits): Promise<MysqlLink | undefined> {
    const { mode, links } = this.#settings;
    const idle = await links.takeIdle();
    if (idle === undefined || mode === "read") return idle;
    try {
      await links.run(idle, "ROLLBACK", this.#session(limits));
      return idle;
    } catch {
      void links.end(idle);
      return undefined;
    }
  }

  async #open(limits: StepLimits): Promise<MysqlLink | Refusal> {
    const { links, mode, server } = this.#settings;
    try {
      const link = await links.open();
      if (mode === "write") await links.run(link, this.#session(limits));
      return link;
    } catch (error) {
      const reason = mysqlReason(error);
      if (reason === undefined) throw error;
      return { error: serverRefusals.unreachable(placeName(server.address), reason) };
    }
  }

  async #attempt(link: MysqlLink, text: string, limits: StepLimits): Promise<Begun | Refusal | "lost"> {
    this.#link = link;
    this.#answering = true;
    const watch = watchLimits(limits, () => this.#end());
    try {
      return { link, watch, answer: await this.#send(link, text, limits) };
    } catch (error) {
      const text = this.#whyStopped(watch, limits);
      this.#finish(watch);
      if (text !== undefined) return { error: text };
      this.#ended = undefined;
      if (isLostConnection(error)) return "lost";
      if (error instanceof RefusedByServer)
        return { error: this.#refusedText({ code: error.code, text: error.message }, limits) };
      throw error;
    }
  }

  /** A reading statement goes with all that keeps it reading, in one write; a fresh session has that already. */
  async #send(link: MysqlLink, text: string, limits: StepLimits): Promise<MysqlAnswer> {
    if (this.#settings.mode === "write") {
      link.send(text);
      return link.answer();
    }
    const session = this.#session(limits);
    const guards = link.readyFor === session ? [] : [session, READ_ONLY_TRANSACTION];
    const probe = this.#probe;
    const statements = [...guards, ...(probe === undefined ? [] : [probe.sql]), text];
    link.send(...statements);
    this.#reading = session;
    await link.mustPass(guards.length);
    if (probe !== undefined) {
      probe.seen(await link.readValue());
      this.#probe = undefined;
    }
    return link.answer();
  }

  async *#read({ link, answer }: Begun, limits: StepLimits): StepRows {
    if (answer.kind !== "rows") return this.#answered(await link.skip(answer), 0, [], limits);
    const lines = new MysqlRowLines(answer.columns);
    let rows = 0;
    for (;;) {
      const next = link.nextRow();
      if (next === "row") {
        if (rows === limits.maxRows) return { kind: "tooMany" };
        if (!lines.add(link.row.bytes, link.row.start)) return { kind: "error", text: VALUE_TOO_LARGE };
        rows += 1;
        if (lines.hasPieces) yield* lines.takePieces();
      } else if (next === "wait") {
        if (link.heldBytes > this.#settings.memoryLimitBytes / 2) return { kind: "error", text: this.#needsMemory };
        await link.more();
      } else {
        const end = this.#answered(await link.skip(next), rows, lines.sameNames, limits);
        if (end.kind === "done") yield* lines.takeRest();
        return end;
      }
    }
  }

  #answered(end: MysqlDone | MysqlRefused, rows: number, sameNames: readonly string[], limits: StepLimits): StepEnd {
    this.#note(end);
    return end.kind === "refused"
      ? { kind: "error", text: this.#refusedText(end, limits) }
      : { kind: "done", rows, sameNames };
  }

  /** An answer has been read to its end. */
  #note(end: MysqlDone | MysqlRefused): void {
    this.#answering = false;
    this.isUndone = end.kind === "refused" && undoesTransaction(end.code);
    if (end.kind === "done") this.inTransaction = end.inTransaction;
    else if (this.isUndone) this.inTransaction = false;
  }

  #finish(watch: LimitWatch): void {
    watch.end();
    if (this.#answering) this.#end();
  }

  /** Ends the connection with the statement it is at. */
  #end(): void {
    this.isUndone = false;
    if (this.#link !== undefined) this.#ended = this.#settings.links.end(this.#link);
    this.#link = undefined;
    this.#answering = false;
    this.inTransaction = false;
  }

  /** Why Core has stopped a statement, undefined where it has not. */
  #whyStopped({ stopped }: LimitWatch, { timeoutMs, signal }: StepLimits): string | undefined {
    if (stopped === "cancelled") return cancelText(signal);
    return stopped === "time" ? statementRefusals.ranOver(timeoutMs / 1000) : undefined;
  }

  #brokeText(error: unknown, watch: LimitWatch, limits: StepLimits): string {
    const stopped = this.#whyStopped(watch, limits);
    if (stopped === undefined && !isLostConnection(error)) throw error;
    return stopped ?? this.#broke;
  }

  #refusedText(refused: Pick<MysqlRefused, "code" | "text">, { timeoutMs }: StepLimits): string {
    if (OVER_TIME.includes(refused.code)) return statementRefusals.ranOver(timeoutMs / 1000);
    if (!isNotReady(refused)) return refused.text;
    return serverRefusals.unreachable(placeName(this.#settings.server.address), refused.text);
  }

  get #broke(): string {
    return this.#settings.mode === "read" ? statementRefusals.readingBroke : statementRefusals.writingBroke;
  }

  get #needsMemory(): string {
    return statementRefusals.needsMemory(Math.round(this.#settings.memoryLimitBytes / MEGABYTE));
  }

  #session({ timeoutMs }: StepLimits): string {
    const { mode, server } = this.#settings;
    const statementSeconds = Math.ceil(timeoutMs / 1000) + SERVER_GRACE_SECONDS;
    return sessionStatement(server, { mode, statementSeconds, lockSeconds: LOCK_SECONDS });
  }
}

const VALUE_TOO_LARGE = statementRefusals.valueTooLarge(MAX_VALUE_BYTES / MEGABYTE);
