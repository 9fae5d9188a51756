import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from "@modelcontextprotocol/server";
import { BatchAnswer } from "./batch-answer.ts";
import { LineReader } from "./line-reader.ts";
import { Opening } from "./opening.ts";
import { type Incoming, readLine, readMessage } from "./read-message.ts";
import { type RpcError, rpcErrors } from "./rpc-errors.ts";

const LINE_LIMIT_BYTES = 64 * 1024 * 1024;
const BATCH_LIMIT = 10_000;
/** Standard input ended: how long calls may still answer, then how long answers may still leave. Both within the second. */
const LAST_CALLS_MS = 200;
const LAST_BYTES_MS = 300;

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Writes to `output` past whatever guards it. */
  readonly write: (text: string, done?: () => void) => unknown;
}

/**
 * The wire: one JSON-RPC message a line. What JSON-RPC or the handshake forbid is answered here and goes no further, so
 * the SDK sees well-formed requests with ids that are free. Closes when the input ends or the output breaks; `onEnd`
 * is called once after that, when the last bytes have left.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #streams: Streams;
  readonly #onEnd: () => void;
  readonly #lines = new LineReader(LINE_LIMIT_BYTES);
  readonly #opening = new Opening();
  readonly #inFlight = new Map<RequestId, BatchAnswer | undefined>();
  #state: "open" | "ending" | "closed" = "open";

  constructor(streams: Streams, onEnd: () => void) {
    this.#streams = streams;
    this.#onEnd = onEnd;
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams;
    input.on("data", this.#onData).once("end", this.#onInputEnd).once("close", this.#onInputEnd);
    input.on("error", this.#onInputEnd);
    output.on("error", this.#onOutputError);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#state === "closed") return;
    if ("method" in message || message.id === undefined) this.#write(message);
    else this.#answer(message, message.id);
    if (this.#state === "ending" && this.#inFlight.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const { input, write } = this.#streams;
    input.off("data", this.#onData).off("end", this.#onInputEnd).off("close", this.#onInputEnd).pause();
    this.onclose?.();
    await new Promise<void>((left) => {
      setTimeout(left, LAST_BYTES_MS).unref();
      write("", left);
    });
    // An aborted call gets a turn to let go of what it holds.
    setImmediate(this.#onEnd);
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#takeLine(line);
  };

  /** A script that pipes its requests in and closes still gets the answers that are ready soon; then calls are aborted. */
  readonly #onInputEnd = (): void => {
    if (this.#state !== "open") return;
    this.#takeLine(this.#lines.rest());
    this.#state = "ending";
    setTimeout(() => void this.close(), this.#inFlight.size === 0 ? 0 : LAST_CALLS_MS);
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#state === "closed") return;
    this.onerror?.(error);
    void this.close();
  };

  #takeLine(line: Buffer | "too long"): void {
    const answer = this.#read(line);
    if (answer !== undefined) this.#write(answer);
  }

  /** Takes a line in and gives the answer it gets at once: an error, as a rule. */
  #read(line: Buffer | "too long"): JSONRPCMessage | undefined {
    if (line === "too long") return refusal(rpcErrors.lineTooLong(LINE_LIMIT_BYTES));
    const read = readLine(line);
    if (read === undefined) return undefined;
    if ("error" in read) return refusal(read.error);
    return Array.isArray(read.value) ? this.#takeBatch(read.value) : this.#take(readMessage(read.value));
  }

  #takeBatch(values: readonly unknown[]): JSONRPCMessage | undefined {
    if (!this.#opening.takesBatches) return refusal(rpcErrors.noBatches);
    if (values.length === 0) return refusal(rpcErrors.emptyBatch);
    if (values.length > BATCH_LIMIT) return refusal(rpcErrors.batchTooLong(BATCH_LIMIT));
    const batch = new BatchAnswer((answers) => this.#write(answers));
    for (const value of values) batch.add(this.#take(readMessage(value), batch));
    batch.close();
    return undefined;
  }

  #take(incoming: Incoming, batch?: BatchAnswer): JSONRPCMessage | undefined {
    if (incoming.kind === "nothing") return undefined;
    if (incoming.kind === "refused") return refusal(incoming.error, incoming.id);
    if (incoming.kind === "request") return this.#takeRequest(incoming.message, batch);

    const { message } = incoming;
    if (message.method === "notifications/cancelled") this.#cancel(message.params?.requestId);
    if (this.#opening.isOpenFor(message)) this.onmessage?.(message);
    return undefined;
  }

  #takeRequest(request: JSONRPCRequest, batch: BatchAnswer | undefined): JSONRPCMessage | undefined {
    const { id, method } = request;
    if (this.#inFlight.has(id)) return refusal(rpcErrors.idInFlight, id);
    if (batch !== undefined && method === "initialize") return refusal(rpcErrors.initializeInBatch, id);
    // Answered here: the SDK would take a ping for the beginning of a legacy connection.
    if (method === "ping" && !this.#opening.isOpenFor(request)) return { jsonrpc: "2.0", id, result: {} };
    const error = this.#opening.admit(request);
    if (error !== undefined) return refusal(error, id);

    this.#inFlight.set(id, batch);
    batch?.expect();
    this.onmessage?.(request);
    return undefined;
  }

  /** Nothing is said to a request that was cancelled meanwhile. */
  #answer(message: JSONRPCMessage, id: RequestId): void {
    if (!this.#inFlight.has(id)) return;
    const batch = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    if (batch === undefined) this.#write(message);
    else batch.settle(message);
  }

  #cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#inFlight.get(id)?.settle(undefined);
    this.#inFlight.delete(id);
  }

  #write(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    this.#streams.write(`${JSON.stringify(message)}\n`);
  }
}

/** An error answer; without an id where none could be read, since clients drop `"id":null`. */
function refusal(error: RpcError, id?: RequestId): JSONRPCMessage {
  return { jsonrpc: "2.0", ...(id !== undefined && { id }), error: { ...error } };
}
