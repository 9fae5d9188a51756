import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const doorServer = fileURLToPath(new URL("./door-server.mjs", import.meta.url));

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
const clientKey = "io.modelcontextprotocol/clientInfo";

/** The `_meta` of a modern request. */
export const modern = {
  [versionKey]: "2026-07-28",
  [capabilitiesKey]: {},
  [clientKey]: { name: "Raw Peer", version: "1" },
};

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A raw client: writes what it is told to, byte for byte, and reads every line the server writes as JSON. */
export class DoorPeer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly received: (Message | Message[])[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  #rest = "";
  #wake: () => void = () => undefined;

  constructor() {
    this.child = spawn(process.execPath, [doorServer], { stdio: "pipe" });
    this.exited = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.stdin.on("error", () => undefined);
    this.child.stderr.on("data", (chunk) => {
      this.stderr += String(chunk);
      this.#wake();
    });
    this.child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.received.push(JSON.parse(line));
      this.#wake();
    });
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  send(...messages: unknown[]): void {
    this.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  }

  /** The first line that fits, also one that has come already. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    await this.until(() => this.lone.some(fits));
    return this.lone.find(fits) as Message;
  }

  get lone(): Message[] {
    return this.received.filter((line): line is Message => !Array.isArray(line));
  }

  /** Looks only at what comes from now on. */
  forget(): void {
    this.received.length = 0;
  }

  async answer(id: unknown): Promise<Message> {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  async call(id: string | number, method: string, params?: unknown): Promise<Message> {
    this.send({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
    return this.answer(id);
  }

  async initialize(protocolVersion = "2025-11-25"): Promise<Message> {
    const answer = await this.call("init", "initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "Raw Peer", version: "1" },
    });
    this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  async until(holds: () => boolean, timeoutMs = 30_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!holds()) {
      if (Date.now() > deadline)
        throw new Error(`waited in vain; received ${JSON.stringify(this.received).slice(0, 2000)}\n${this.stderr}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Closes standard input and tells how long the process lived on. */
  async end(): Promise<{ ms: number; code: number | null }> {
    const began = performance.now();
    this.child.stdin.end();
    const code = await this.exited;
    return { ms: performance.now() - began, code };
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}
