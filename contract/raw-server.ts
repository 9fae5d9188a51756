import { Child } from "@prilavok/faults";
import { CLIENT_NAME } from "./doors/door.ts";
import { PRILAVOK } from "./stores/fresh-store.ts";

/** The MCP server as a bare process, spoken to line by line, so that it can be killed and left at any point. */
export class RawServer {
  readonly child: Child;
  #lastId = 0;

  constructor(storeFolder: string, env: Readonly<Record<string, string>> = {}) {
    this.child = new Child(process.execPath, [PRILAVOK, "mcp", "--store", storeFolder, "--topic", "t"], { env });
  }

  /** Agrees on the newest legacy version; the session opens by itself at the first call. */
  async initialize(): Promise<void> {
    const clientInfo = { name: CLIENT_NAME, version: "1.0.0" };
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** Sends a call without waiting for its answer; gives the id. */
  send(tool: string, args: object): number {
    return this.#request("tools/call", { name: tool, arguments: args });
  }

  /** Tells the server that nobody waits for the answer any more. */
  cancel(id: number): void {
    this.#write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }

  /** The data of a call that has to succeed; throws the refusal of one that does not. */
  async call(tool: string, args: object): Promise<Record<string, unknown>> {
    const { content, isError } = await this.request("tools/call", { name: tool, arguments: args });
    const [first] = content as { text: string }[];
    if (isError === true) throw new Error(`${tool} refused: ${first?.text}\n${this.child.printed("stderr")}`);
    return JSON.parse(first?.text ?? "") as Record<string, unknown>;
  }

  async request(method: string, params: object): Promise<Record<string, unknown>> {
    const id = this.#request(method, params);
    // What a tool answers may hold ids too: the message's own stands beside the protocol's name.
    const own = new RegExp(`"jsonrpc":"2.0","id":${id}[,}]`);
    await this.child.waitFor(own);
    const line = this.child
      .printed("stdout")
      .split("\n")
      .find((text) => own.test(text));
    const { result } = JSON.parse(line ?? "{}") as { result?: Record<string, unknown> };
    if (result === undefined) throw new Error(`${method} was refused: ${line}`);
    return result;
  }

  #request(method: string, params: object): number {
    this.#lastId += 1;
    this.#write({ jsonrpc: "2.0", id: this.#lastId, method, params });
    return this.#lastId;
  }

  #write(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
  }
}
