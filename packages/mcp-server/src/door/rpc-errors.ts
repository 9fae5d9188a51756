import { modernVersion } from "./protocol-version.ts";

/** The `error` member of a JSON-RPC answer. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const parseError = (message: string): RpcError => ({ code: -32700, message: `Parse error: ${message}` });
const invalidRequest = (message: string): RpcError => ({ code: -32600, message: `Invalid Request: ${message}` });
const invalidParams = (message: string): RpcError => ({ code: -32602, message: `Invalid params: ${message}` });

/** Every protocol error this server words itself; the SDK words the rest (-32601, a bad `_meta` envelope). */
export const rpcErrors = {
  notUtf8: parseError("the line is not UTF-8"),
  notJson: parseError("the line is not JSON"),

  lineTooLong: (limitBytes: number) => invalidRequest(`the line is longer than ${limitBytes} bytes`),
  notAnObject: invalidRequest("a message is a JSON object"),
  wrongJsonrpc: invalidRequest('jsonrpc must be "2.0"'),
  wrongId: invalidRequest("id must be a string or an integer that fits a double"),
  idInFlight: invalidRequest("a request with this id is in flight already"),
  wrongMethod: invalidRequest("method must be a string"),
  noBatches: invalidRequest("only protocol version 2025-03-26 has batches, send one message a line"),
  emptyBatch: invalidRequest("the batch is empty"),
  batchTooLong: (limit: number) => invalidRequest(`a batch holds at most ${limit} messages`),
  initializeInBatch: invalidRequest("initialize travels alone, not in a batch"),
  notInitialized: invalidRequest("not initialized, send initialize first"),

  wrongParams: invalidParams("params must be an object"),
  wrongMeta: invalidParams("_meta must be an object"),
  wrongProgressToken: invalidParams("_meta.progressToken must be a string or an integer"),
  wrongInitialize: invalidParams(
    "initialize takes protocolVersion (text), capabilities (an object) and clientInfo with name and version (texts)",
  ),
  noVersionNamed: invalidParams(`_meta["io.modelcontextprotocol/protocolVersion"] is missing, name "${modernVersion}"`),
  unknownCursor: invalidParams("unknown cursor, the list is one page: leave cursor out"),
  wrongToolName: invalidParams("name must be a string"),
  wrongToolArguments: invalidParams("arguments must be an object"),
  unknownTool: (name: string, known: readonly string[]) =>
    invalidParams(`unknown tool [${name.slice(0, 100)}]. The tools: ${known.join(", ")}`),

  unsupportedVersion: (requested: string): RpcError => ({
    code: -32022,
    message: `Unsupported protocol version: ${requested.slice(0, 100)}`,
    data: { supported: [modernVersion], requested },
  }),
} as const;
