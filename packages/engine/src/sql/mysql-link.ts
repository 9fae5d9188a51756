import { Duplex } from "node:stream";
import { type Connection, createConnection, type RowDataPacket } from "mysql2";
import type { MysqlAddress } from "./mysql-address.ts";
import { type MysqlAnswer, type MysqlDone, type MysqlRefused, readBeginning, readEnd } from "./mysql-answer.ts";
import { type MysqlColumn, readColumn } from "./mysql-columns.ts";
import { driverOptions } from "./mysql-driver-options.ts";
import { LostConnection, mustBeDone } from "./mysql-errors.ts";
import { commandPacket, PacketReader } from "./mysql-packets.ts";
import { rowMaker } from "./mysql-row-objects.ts";
import { type MysqlThread, NODE } from "./mysql-server.ts";
import { READ_ONLY_TRANSACTION } from "./mysql-session.ts";

const USE = 0x02;
const QUERY = 0x03;
const RESET = 0x1f;
/** Bytes that wait for their reader; beyond it the socket is left full and the server waits. */
const MAX_WAITING_BYTES = 256 * 1024;
/** What a server says as it ends a connection: shutdown, killed, idle for too long. */
const GOODBYES = [1053, 1927, 4031];

/**
 * One connection to a server, which its user owns: statements are sent, their answers are read in the same order. The
 * driver opens it (TLS, log-in); from there on the text protocol is spoken over its socket, so that the bytes of a row
 * are read where they arrived.
 */
export class MysqlLink {
  /** What the server knows this connection by. */
  readonly thread: MysqlThread;
  readonly #socket: Duplex;
  /** What ends all that a session has kept. */
  readonly #reset: readonly Buffer[];
  readonly #packets = new PacketReader();
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #alive = true;
  #readyFor: string | undefined;
  #wake: (() => void) | undefined;

  private constructor(driver: Connection, database: string, node: string) {
    this.thread = { id: driver.threadId, node };
    this.#reset = [commandPacket(RESET), commandPacket(USE, database)];
    this.#socket = socketOf(driver);
    this.#socket.removeAllListeners("data");
    this.#socket.on("data", (piece: Buffer) => this.#take(piece));
    this.#socket.on("end", () => this.#end());
    this.#socket.on("close", () => this.#end());
  }

  /** Throws the driver's error where the server does not let it in: `mysqlReason` puts it in words. */
  static async open(address: MysqlAddress): Promise<MysqlLink> {
    const driver = createConnection(driverOptions(address));
    await new Promise<void>((resolve, reject) => {
      driver.on("error", reject);
      driver.connect((error) => (error === null ? resolve() : reject(error)));
    });
    const node = await new Promise<string>((resolve, reject) => {
      driver.query<RowDataPacket[]>(`SELECT ${NODE} AS node`, (error, [row] = []) =>
        error === null ? resolve(String(row?.["node"])) : reject(error),
      );
    });
    return new MysqlLink(driver, address.database, node);
  }

  /** False once the connection has ended. */
  get alive(): boolean {
    return this.#alive;
  }

  /** The statement that has set the session up for a reading transaction, which is open; undefined once another was sent. */
  get readyFor(): string | undefined {
    return this.#readyFor;
  }

  /** The row at hand after `nextRow` said "row": the bytes it stands in, and where it starts. */
  get row(): { readonly bytes: Buffer; readonly start: number } {
    return this.#packets;
  }

  /** How much of a row that has not arrived whole is held. */
  get heldBytes(): number {
    return this.#packets.waitingBytes;
  }

  /** Sends statements in one write; each of them has its answer. */
  send(...statements: readonly string[]): void {
    this.#readyFor = undefined;
    this.#socket.write(Buffer.concat(statements.map(queryPacket)));
  }

  /** Runs statements in one write whose rows nobody wants; throws the server's text where one is refused. */
  async run(...statements: readonly string[]): Promise<void> {
    this.send(...statements);
    await this.mustPass(statements.length);
  }

  /** Reads the next answers, which have to be good; throws the server's text where one is a refusal. */
  async mustPass(answers: number): Promise<void> {
    for (let left = answers; left > 0; left -= 1) mustBeDone(await this.skip(await this.answer()));
  }

  /** Reads the next answer: the first value of its first row. Throws the server's text where it is a refusal. */
  async readValue(): Promise<string | null> {
    const answer = await this.answer();
    let next = answer.kind === "rows" ? this.nextRow() : answer;
    for (; next === "wait"; next = this.nextRow()) await this.more();
    if (answer.kind !== "rows" || next !== "row") {
      mustBeDone(next as MysqlDone | MysqlRefused);
      return null;
    }
    const [value = null] = Object.values(rowMaker(answer.columns)(this.row.bytes, this.row.start));
    mustBeDone(await this.#skipRows());
    return value;
  }

  /**
   * Ends all that the session has kept: transactions, variables, temporary tables, locks, another database. With the
   * statement `session` it is made ready to read.
   */
  async reset(session?: string): Promise<void> {
    const ready = session === undefined ? [] : [session, READ_ONLY_TRANSACTION];
    const packets = [...this.#reset, ...ready.map(queryPacket)];
    this.#readyFor = undefined;
    this.#socket.write(Buffer.concat(packets));
    await this.mustPass(packets.length);
    this.#readyFor = session;
  }

  /** The beginning of the next answer. Throws `LostConnection`. */
  async answer(): Promise<MysqlAnswer> {
    const packets = this.#packets;
    while (!packets.next()) await this.more();
    const beginning = readBeginning(packets.bytes, packets.start, packets.end);
    if (beginning.kind === "refused" && GOODBYES.includes(beginning.code)) throw new LostConnection();
    if (beginning.kind !== "columns") return beginning;
    const columns: MysqlColumn[] = [];
    while (columns.length < beginning.count) {
      while (!packets.next()) await this.more();
      columns.push(readColumn(packets.bytes, packets.start, packets.end));
    }
    while (!packets.next()) await this.more();
    return { kind: "rows", columns };
  }

  /** Goes on to the next row of an answer: "wait" while it has not arrived whole, else how the rows have ended. */
  nextRow(): "row" | "wait" | MysqlDone | MysqlRefused {
    const packets = this.#packets;
    if (!packets.next()) return "wait";
    return readEnd(packets.bytes, packets.start, packets.end) ?? "row";
  }

  /** Waits for more of an answer. Throws `LostConnection`. */
  async more(): Promise<void> {
    while (this.#pieces.length === 0) {
      if (!this.#alive) throw new LostConnection();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const piece = this.#pieces.shift() as Buffer;
    this.#pieceBytes -= piece.length;
    if (this.#pieces.length === 0 && this.#socket.isPaused()) this.#socket.resume();
    this.#packets.push(piece);
  }

  /** Reads an answer to its end, further results of a procedure with it, and lets the rows go. */
  async skip(answer: MysqlAnswer): Promise<MysqlDone | MysqlRefused> {
    let last = answer;
    for (;;) {
      if (last.kind === "rows") last = await this.#skipRows();
      if (last.kind === "refused" || !last.more) return last;
      last = await this.answer();
    }
  }

  /** Ends the connection at once, whatever it is at. The server may go on with a statement: that takes a `KILL`. */
  destroy(): void {
    this.#pieces = [];
    this.#socket.destroy();
    this.#end();
  }

  async #skipRows(): Promise<MysqlDone | MysqlRefused> {
    for (;;) {
      const next = this.nextRow();
      if (typeof next === "object") return next;
      if (next === "wait") await this.more();
    }
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > MAX_WAITING_BYTES) this.#socket.pause();
    this.#wake?.();
  }

  #end(): void {
    this.#alive = false;
    this.#wake?.();
  }
}

function queryPacket(sql: string): Buffer {
  return commandPacket(QUERY, sql);
}

/** Under TLS the driver has wrapped the socket it began with. */
function socketOf(driver: Connection): Duplex {
  const socket: unknown = Reflect.get(driver, "stream");
  if (socket instanceof Duplex) return socket;
  throw new Error("the driver's connection has no socket");
}
