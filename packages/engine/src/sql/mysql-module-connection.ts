import { serverRefusals } from "@prilavok/protocol";
import type { Written } from "@prilavok/sdk";
import { changeMarkSql } from "./change-mark.ts";
import type { SqlValue } from "./database.ts";
import type { ModuleConnection, RowStream } from "./module-connection.ts";
import { placeName } from "./mysql-address.ts";
import type { MysqlDone, MysqlRefused } from "./mysql-answer.ts";
import { isUnreachable, mustBeDone, mysqlReason, undoesTransaction } from "./mysql-errors.ts";
import { MysqlLink } from "./mysql-link.ts";
import { placeLiterals } from "./mysql-literals.ts";
import type { MysqlRow } from "./mysql-row-objects.ts";
import type { MysqlServer, MysqlThread } from "./mysql-server.ts";
import { sessionStatement } from "./mysql-session.ts";
import { MysqlStream } from "./mysql-stream.ts";
import { repeatUndone } from "./repeat-undone.ts";

export interface MysqlModuleSettings {
  readonly server: MysqlServer;
  readonly nick: string;
  /** The longest a statement may go on in the server, should this process be gone. */
  readonly statementSeconds: number;
  /** Hears what the server knows each connection by that is opened. */
  readonly onConnect: (thread: MysqlThread) => void;
}

const LOCK_SECONDS = 30;
const TABLE_NAMES = `SELECT TABLE_NAME AS name FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'SEQUENCE'`;

/**
 * An isolate's connection to a server. Statements go one after another, however a module calls them; a stream that is not
 * read to its end gives way to the next statement.
 */
export class MysqlModuleConnection implements ModuleConnection {
  readonly dialect: ModuleConnection["dialect"];
  readonly nick: string;
  readonly #settings: MysqlModuleSettings;
  readonly #session: string;
  #link: MysqlLink | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #stream: MysqlStream | undefined;
  #inTransaction = false;
  #queries = 0;
  #ms = 0;

  constructor(settings: MysqlModuleSettings) {
    const { server, nick, statementSeconds } = settings;
    this.#settings = settings;
    this.dialect = server.rules.dialect;
    this.nick = nick;
    this.#session = sessionStatement(server, { mode: "write", statementSeconds, lockSeconds: LOCK_SECONDS });
  }

  get spent(): { readonly queries: number; readonly ms: number } {
    return { queries: this.#queries, ms: this.#ms };
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  async ready(): Promise<void> {
    await this.#inTurn(() => this.#connect());
  }

  async rows(sql: string, values: readonly SqlValue[] = []): Promise<MysqlRow[]> {
    this.#queries += 1;
    return this.#timed(() => this.#readAll(sql, values));
  }

  stream(sql: string, values: readonly SqlValue[] = []): RowStream {
    return { [Symbol.asyncIterator]: () => this.#iterate(sql, values) };
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<Written> {
    this.#queries += 1;
    return this.#timed(async () => {
      const link = await this.#send(sql, values);
      const { affected, insertId } = this.#mustBeDone(await link.skip(await link.answer()));
      return { affected, insertId };
    });
  }

  async begin(): Promise<void> {
    await this.run("START TRANSACTION");
  }

  async nextId(table: string): Promise<number | undefined> {
    const sql = `UPDATE \`${this.nick}_generator\` SET gen_value = LAST_INSERT_ID(gen_value + 1) WHERE table_name = ?`;
    const { affected, insertId } = await repeatUndone(this, () => this.run(sql, [table]));
    return affected === 0 ? undefined : Number(insertId);
  }

  async mark(table: string, time: string): Promise<void> {
    const sql = changeMarkSql(this.dialect).replaceAll("{DBNICK}", this.nick);
    await repeatUndone(this, () => this.run(sql, [table, time]));
  }

  async tableNames(): Promise<ReadonlySet<string>> {
    const rows = await this.#inTurn(() => this.#readAll(TABLE_NAMES, []));
    return new Set(rows.map(({ name }) => name ?? ""));
  }

  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#lastTurn; ) {
      last = this.#lastTurn;
      await last;
    }
  }

  /** The session is made anew behind the call's answer; a connection that does not take it is opened anew by the next call. */
  async reset(): Promise<void> {
    const used = this.#queries > 0;
    this.#queries = 0;
    this.#ms = 0;
    if (!used) return;
    void this.#inTurn(async () => {
      if (this.#stream !== undefined) await this.#cutShort(this.#stream);
      await this.#link?.reset();
      await this.#link?.run(this.#session);
    }).catch(() => this.#drop());
  }

  /** Lets what uses the connection work one after another. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const guarded = async (): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        if (isUnreachable(error)) this.#drop();
        throw error;
      }
    };
    const turn = this.#lastTurn.then(guarded);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The same for what a module asked for: its time counts. */
  #timed<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        this.#ms += performance.now() - startedAt;
      }
    });
  }

  async #connect(): Promise<MysqlLink> {
    if (this.#link?.alive) return this.#link;
    this.#drop();
    const { server, onConnect } = this.#settings;
    const link = await MysqlLink.open(server.address).catch((error: unknown) => {
      const reason = mysqlReason(error);
      if (reason === undefined) throw error;
      throw new Error(serverRefusals.unreachable(placeName(server.address), reason), { cause: error });
    });
    onConnect(link.thread);
    this.#link = link;
    await link.run(this.#session);
    return link;
  }

  /** Sends a statement; a stream that is not read to its end gives way. */
  async #send(sql: string, values: readonly SqlValue[]): Promise<MysqlLink> {
    await this.#stream?.keepRest();
    this.#stream = undefined;
    const link = await this.#connect();
    link.send(placeLiterals(sql, values, this.#settings.server.rules));
    return link;
  }

  /** The rows of a statement, undefined where it has none. */
  async #open(sql: string, values: readonly SqlValue[]): Promise<MysqlStream | undefined> {
    const link = await this.#send(sql, values);
    const answer = await link.answer();
    if (answer.kind === "rows") return new MysqlStream(link, answer.columns);
    this.#mustBeDone(await link.skip(answer));
    return undefined;
  }

  async #readAll(sql: string, values: readonly SqlValue[]): Promise<MysqlRow[]> {
    const stream = await this.#open(sql, values);
    await stream?.keepRest();
    if (stream?.end === undefined) return [];
    this.#mustBeDone(stream.end);
    return stream.next();
  }

  async *#iterate(sql: string, values: readonly SqlValue[]): AsyncGenerator<MysqlRow, void, void> {
    this.#queries += 1;
    const stream = await this.#timed(async () => {
      this.#stream = await this.#open(sql, values);
      return this.#stream;
    });
    if (stream === undefined) return;
    try {
      for (;;) {
        const rows = await this.#timed(() => stream.next());
        if (rows.length === 0) return;
        yield* rows;
      }
    } finally {
      await this.#inTurn(() => this.#leave(stream));
    }
  }

  async #leave(stream: MysqlStream): Promise<void> {
    if (this.#stream === stream) await this.#cutShort(stream);
  }

  /** Ends the statement of a stream that nobody reads any more; the transaction it stands in goes on. */
  async #cutShort(stream: MysqlStream): Promise<void> {
    this.#stream = undefined;
    const link = this.#link;
    if (link === undefined || (await stream.hasEnded())) return;
    const other = await MysqlLink.open(this.#settings.server.address);
    try {
      if (other.thread.node === link.thread.node) await other.run(`KILL QUERY ${link.thread.id}`);
      else link.destroy();
    } finally {
      other.destroy();
    }
    await stream.keepRest();
    // Had the statement ended by itself, this one takes the kill.
    await link.run("DO 0").catch(() => undefined);
  }

  #mustBeDone(end: MysqlDone | MysqlRefused): MysqlDone {
    if (end.kind === "done") this.#inTransaction = end.inTransaction;
    else if (undoesTransaction(end.code)) this.#inTransaction = false;
    return mustBeDone(end);
  }

  #drop(): void {
    this.#link?.destroy();
    this.#link = undefined;
    this.#stream = undefined;
    this.#inTransaction = false;
  }
}
