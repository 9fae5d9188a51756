import { Duplex } from "node:stream";
import { type Connection, createConnection } from "mysql2";
import type { MysqlAddress } from "./mysql-address.ts";
import { type MysqlAnswer, type MysqlDone, type MysqlRefused, readBeginning, readEnd } from "./mysql-answer.ts";
import { type MysqlColumn, readColumn } from "./mysql-columns.ts";
import { driverOptions } from "./mysql-driver-options.ts";
import { LostConnection, mustBeDone } from "./mysql-errors.ts";
import { commandPacket, PacketReader } from "./mysql-packets.ts";

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
  /** The server's number of this connection: what `KILL` takes. */
  readonly id: number;
  readonly #database: string;
  readonly #socket: Duplex;
  readonly #packets = new PacketReader();
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #alive = true;
  #wake: (() => void) | undefined;

  private constructor(driver: Connection, database: string) {
    this.id = driver.threadId;
    this.#database = database;
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
    return new MysqlLink(driver, address.database);
  }

  /** False once the connection has ended. */
  get alive(): boolean {
    return this.#alive;
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
    this.#socket.write(Buffer.concat(statements.map((sql) => commandPacket(QUERY, sql))));
  }

  /** Runs a statement whose rows nobody wants; throws the server's text where it is refused. */
  async run(statement: string): Promise<MysqlDone> {
    this.send(statement);
    return mustBeDone(await this.skip(await this.answer()));
  }

  /** Ends all that the session has kept: transactions, variables, temporary tables, locks, another database. */
  async reset(): Promise<void> {
    this.#socket.write(Buffer.concat([commandPacket(RESET), commandPacket(USE, this.#database)]));
    mustBeDone(await this.skip(await this.answer()));
    mustBeDone(await this.skip(await this.answer()));
  }

  /** The beginning of the next answer. Throws `LostConnection`. */
  async answer(): Promise<MysqlAnswer> {
    const packets = this.#packets;
    await this.#packet();
    const beginning = readBeginning(packets.bytes, packets.start, packets.end);
    if (beginning.kind === "refused" && GOODBYES.includes(beginning.code)) throw new LostConnection();
    if (beginning.kind !== "columns") return beginning;
    const columns: MysqlColumn[] = [];
    while (columns.length < beginning.count) {
      await this.#packet();
      columns.push(readColumn(packets.bytes, packets.start, packets.end));
    }
    await this.#packet();
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

  async #packet(): Promise<void> {
    while (!this.#packets.next()) await this.more();
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

/** Under TLS the driver has wrapped the socket it began with. */
function socketOf(driver: Connection): Duplex {
  const socket: unknown = Reflect.get(driver, "stream");
  if (socket instanceof Duplex) return socket;
  throw new Error("the driver's connection has no socket");
}
