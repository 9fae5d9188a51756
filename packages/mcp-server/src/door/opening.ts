import {
  isInitializeRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "./is-object.ts";
import { agreeVersion, modernVersion } from "./protocol-version.ts";
import { type RpcError, rpcErrors } from "./rpc-errors.ts";

/**
 * How far a connection has come: nothing yet, a legacy handshake with its version, or the modern era, in which every
 * request names its version. `server/discover` alone decides nothing: a client may probe and then send `initialize`.
 */
export class Opening {
  #era: "none" | "legacy" | "modern" = "none";
  #legacyVersion: string | undefined;

  /** Whether this connection may send batches. */
  get takesBatches(): boolean {
    return this.#legacyVersion === "2025-03-26";
  }

  /** Whether the message belongs to a connection that is open, or opens it itself by naming its version. */
  isOpenFor(message: JSONRPCRequest | JSONRPCNotification): boolean {
    return this.#era !== "none" || namedVersion(message) !== undefined;
  }

  /** Takes a request in and moves on, or says which protocol error it deserves. */
  admit(request: JSONRPCRequest): RpcError | undefined {
    const named = namedVersion(request);
    if (this.#era === "legacy") return paramsError(request) ?? this.#handshake(request);
    if (named === undefined && this.#era === "none") {
      if (request.method === "server/discover") return rpcErrors.noVersionNamed;
      if (request.method !== "initialize") return rpcErrors.notInitialized;
      return paramsError(request) ?? this.#handshake(request);
    }
    if (typeof named === "string" && named !== modernVersion) return rpcErrors.unsupportedVersion(named);
    const error = paramsError(request);
    if (error === undefined && named === modernVersion && request.method !== "server/discover") this.#era = "modern";
    return error;
  }

  #handshake(request: JSONRPCRequest): undefined {
    if (!isInitializeRequest(request)) return;
    this.#era = "legacy";
    this.#legacyVersion = agreeVersion(request.params.protocolVersion);
  }
}

/** Judges here what the SDK would answer with an internal error or in its schema library's words. */
function paramsError({ method, params }: JSONRPCRequest): RpcError | undefined {
  switch (method) {
    case "initialize":
      return isInitializeRequest({ method, params }) ? undefined : rpcErrors.wrongInitialize;
    case "tools/list":
      return params?.cursor === undefined ? undefined : rpcErrors.unknownCursor;
    case "tools/call":
      if (typeof params?.name !== "string") return rpcErrors.wrongToolName;
      return params.arguments === undefined || isObject(params.arguments) ? undefined : rpcErrors.wrongToolArguments;
    default:
      return undefined;
  }
}

function namedVersion({ params }: JSONRPCRequest | JSONRPCNotification): unknown {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY];
}
