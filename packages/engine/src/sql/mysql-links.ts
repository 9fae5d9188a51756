import type { StepLimits } from "./database.ts";
import { inTime } from "./in-time.ts";
import { LostConnection } from "./mysql-errors.ts";
import { MysqlLink } from "./mysql-link.ts";
import type { MysqlServer, MysqlThread } from "./mysql-server.ts";
import { Turns } from "./turns.ts";

/** Connections without work that stay for the next pools, and for how long. */
const KEPT_IDLE = 2;
const IDLE_MS = 5 * 60_000;
/** A network that lets a connection's packets go says nothing: how long an answer to what takes no time is waited for. */
const SILENCE_MS = 5_000;

/** Whoever waits for the answer reads it first; then the connection is reset. */
const RESET_AFTER_MS = 2;

/** A connection without work; `reset` begins once, and comes true when nothing of its last user is left. */
interface IdleLink {
  readonly link: MysqlLink;
  readonly reset: () => Promise<boolean>;
  readonly end: NodeJS.Timeout;
}

/** The connections pools work on: as many as pools run at once, up to `max`; a pool beyond that waits for one to end. */
export class MysqlLinks {
  readonly #server: MysqlServer;
  readonly #kill: (thread: MysqlThread) => Promise<void>;
  readonly #turns: Turns;
  readonly #living = new Set<MysqlLink>();
  readonly #ending = new Set<Promise<void>>();
  #idle: IdleLink[] = [];
  #closed = false;

  /** `kill` ends a connection in the server, over another one. */
  constructor(server: MysqlServer, max: number, kill: (thread: MysqlThread) => Promise<void>) {
    this.#server = server;
    this.#kill = kill;
    this.#turns = new Turns(max);
  }

  /** How many pools run at once. */
  get max(): number {
    return this.#turns.max;
  }

  takeTurn(limits: Pick<StepLimits, "timeoutMs" | "signal">): Promise<"taken" | "cancelled" | "allBusy"> {
    return this.#turns.take(limits);
  }

  giveTurn(): void {
    this.#turns.give();
  }

  /** A connection that has lain idle, if there is one: the server may have ended it unnoticed. */
  async takeIdle(): Promise<MysqlLink | undefined> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.end);
      if ((await inTime(idle.reset(), SILENCE_MS)) === true && idle.link.alive) return idle.link;
      this.#drop(idle.link);
    }
    return undefined;
  }

  /** Runs statements that take no time on a connection that may have been lost in silence. Throws what `mysqlReason` takes. */
  async run(link: MysqlLink, ...statements: readonly string[]): Promise<void> {
    const done = link.run(...statements).then(() => true);
    if ((await inTime(done, SILENCE_MS)) === true) return;
    done.catch(() => undefined);
    throw new LostConnection();
  }

  /** A new connection, its session as the server makes it. Throws what `mysqlReason` takes. */
  async open(): Promise<MysqlLink> {
    if (this.#closed) throw new Error("the store is closed");
    const link = await MysqlLink.open(this.#server.address);
    this.#living.add(link);
    return link;
  }

  /**
   * Takes back a connection whose statements have all been answered. Behind the answer what the pool left in its session
   * goes, and it is made ready to read with the statement `session`.
   */
  give(link: MysqlLink, session: string | undefined): void {
    if (this.#idle.length === KEPT_IDLE || !this.#living.has(link)) {
      this.#drop(link);
      return;
    }
    let begun: Promise<boolean> | undefined;
    const reset = (): Promise<boolean> => {
      begun ??= link.reset(session).then(
        () => true,
        () => false,
      );
      return begun;
    };
    setTimeout(() => void reset(), RESET_AFTER_MS);
    const end = setTimeout(() => this.#drop(link), IDLE_MS).unref();
    this.#idle.push({ link, reset, end });
  }

  /** Ends a connection, and in the server the statement it is at; where that cannot be reached, its own time limit does. */
  end(link: MysqlLink): Promise<void> {
    this.#drop(link);
    const ended = inTime(this.#kill(link.thread), SILENCE_MS)
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const link of this.#living) this.#drop(link);
    await Promise.all(this.#ending);
  }

  #drop(link: MysqlLink): void {
    this.#idle = this.#idle.filter((idle) => idle.link !== link);
    this.#living.delete(link);
    link.destroy();
  }
}
