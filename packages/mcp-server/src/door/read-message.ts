import { isUtf8 } from "node:buffer";
import type { JSONRPCNotification, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";
import { isObject } from "./is-object.ts";
import { type RpcError, rpcErrors } from "./rpc-errors.ts";

/** A message as JSON-RPC 2.0 reads it; members it does not know are left out. Nothing is for an answer nobody waits for. */
export type Incoming =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "refused"; readonly error: RpcError; readonly id: RequestId | undefined }
  | { readonly kind: "nothing" };

/** The JSON value of a line, nothing for a blank line, or the parse error it deserves. */
export function readLine(line: Buffer): { readonly value: unknown } | { readonly error: RpcError } | undefined {
  if (!isUtf8(line)) return { error: rpcErrors.notUtf8 };
  const text = line.toString("utf8");
  if (!/\S/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: rpcErrors.notJson };
  }
}

/** Judges one message. The id of a refused one is told where a client could know it again. */
export function readMessage(value: unknown): Incoming {
  if (!isObject(value)) return { kind: "refused", error: rpcErrors.notAnObject, id: undefined };
  if (!("method" in value) && ("result" in value || "error" in value)) return { kind: "nothing" };

  const refused = (error: RpcError): Incoming => ({ kind: "refused", error, id: tellable(value.id) });
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== "2.0") return refused(rpcErrors.wrongJsonrpc);
  if ("id" in value && !isId(id)) return refused(rpcErrors.wrongId);
  if (typeof method !== "string") return refused(rpcErrors.wrongMethod);

  const wrong = paramsError(params);
  if (!isId(id)) {
    if (wrong !== undefined) return { kind: "nothing" };
    return { kind: "notification", message: { jsonrpc, method, ...(isObject(params) && { params }) } };
  }
  if (wrong !== undefined) return refused(wrong);
  return { kind: "request", message: { jsonrpc, id, method, ...(isObject(params) && { params }) } };
}

function paramsError(params: unknown): RpcError | undefined {
  if (params === undefined) return undefined;
  if (!isObject(params)) return rpcErrors.wrongParams;
  if (params._meta === undefined) return undefined;
  if (!isObject(params._meta)) return rpcErrors.wrongMeta;
  const { progressToken } = params._meta;
  return progressToken === undefined || isId(progressToken) ? undefined : rpcErrors.wrongProgressToken;
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** A fraction is no id, but the client that sent it can match it; a number that a double cannot hold it cannot. */
function tellable(id: unknown): RequestId | undefined {
  if (typeof id === "string") return id;
  return typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER ? id : undefined;
}
