import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What becomes of a connection that is cut: a quiet end, a reset, or bytes that go nowhere while it stands. */
type CutKind = "end" | "reset" | "silence";

interface Cut {
  readonly direction: "up" | "down";
  readonly kind: CutKind;
  left: number;
  readonly reached: () => void;
}

/** The line between an MCP server and a served store, which a test cuts after so many bytes. */
export class CutWire {
  /** Where the served store is at present. */
  target: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut: Cut | undefined;

  private constructor(target: string, server: Server) {
    this.target = target;
    this.#server = server;
    server.on("connection", (near) => this.#join(near));
  }

  static async open(target: string): Promise<CutWire> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CutWire(target, server);
  }

  /** The store's address by way of this line. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets so many bytes through, upwards to the store or down from it, and cuts the connection they went over; settles then. */
  cutAfter(bytes: number, direction: Cut["direction"], kind: CutKind): Promise<void> {
    return new Promise((resolve) => {
      this.#cut = { direction, kind, left: bytes, reached: resolve };
    });
  }

  #join(near: Socket): void {
    const far = connect(Number(new URL(this.target).port), "127.0.0.1");
    const ends = [near, far];
    let isSilent = false;
    const pass = (direction: Cut["direction"], from: Socket, to: Socket) => (chunk: Buffer) => {
      if (isSilent) return;
      const cut = this.#cut?.direction === direction ? this.#cut : undefined;
      const piece = cut === undefined ? chunk : chunk.subarray(0, cut.left);
      if (!to.write(piece)) {
        from.pause();
        to.once("drain", () => from.resume());
      }
      if (cut === undefined) return;
      cut.left -= piece.length;
      if (cut.left > 0) return;
      this.#cut = undefined;
      isSilent = true;
      for (const end of ends) {
        end.resume();
        if (cut.kind === "end") end.end();
        if (cut.kind === "reset") end.resetAndDestroy();
      }
      cut.reached();
    };
    near.on("data", pass("up", near, far));
    far.on("data", pass("down", far, near));
    for (const end of ends) {
      this.#sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        this.#sockets.delete(end);
        for (const other of ends) other.destroy();
      });
    }
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
