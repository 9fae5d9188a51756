import { spawn } from "node:child_process";
import { once } from "node:events";

const LINE_END = 0x0a;
const END_MS = 2000;

/**
 * A transport of the SDK's client over a server's standard streams for replies of any length. The SDK's own one stops at
 * 10 MiB and joins what has arrived at every piece anew, which would count against a server that answers in the reply.
 */
export class LineTransport {
  onmessage;
  onclose;
  onerror;
  #server;
  #child;
  #pieces = [];

  constructor(server) {
    this.#server = server;
  }

  get pid() {
    return this.#child.pid;
  }

  async start() {
    const { command, args, env, stderr } = this.#server;
    this.#child = spawn(command, args, { env, stdio: ["pipe", "pipe", stderr] });
    this.#child.stdout.on("data", (piece) => this.#take(piece));
    this.#child.stdin.on("error", (error) => this.onerror?.(error));
    this.#child.on("close", () => this.onclose?.());
    await once(this.#child, "spawn");
  }

  async send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.stdin.end();
    const late = setTimeout(() => this.#child.kill(), END_MS);
    await ended;
    clearTimeout(late);
  }

  #take(piece) {
    let at = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, at)) {
      const line = Buffer.concat([...this.#pieces, piece.subarray(at, end)]).toString("utf8");
      this.#pieces = [];
      at = end + 1;
      if (line.startsWith("{")) this.onmessage?.(JSON.parse(line));
    }
    if (at < piece.length) this.#pieces.push(piece.subarray(at));
  }
}
