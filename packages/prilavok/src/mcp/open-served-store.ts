import type { OpenStore } from "@prilavok/mcp-server";
import { createHttpCarrier } from "@prilavok/mcp-server/carrier-http";
import { findToken } from "../served/kept-token.ts";
import type { ServedStore } from "../served/served-store.ts";

/** The carrier of a served store: Core at its address, asked with the token this computer keeps. */
export function openServedStore(store: ServedStore, log: (line: string) => void): OpenStore {
  const readToken = async (): Promise<string | undefined> => {
    const token = await findToken(store);
    if (token === "silent") throw new Error("the keyring does not answer");
    return token;
  };
  return { carrier: createHttpCarrier({ url: store.url, readToken, log }) };
}
