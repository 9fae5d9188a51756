import { wireReasons, wireRefusals } from "@prilavok/protocol";
import { openServedStore } from "../mcp/open-served-store.ts";
import type { ServedStore } from "./served-store.ts";

/** Asks a served store's Core one thing in the name of the person who entered it: its data, or its refusal. */
export async function askServedStore(
  store: ServedStore,
  command: string,
  args: Record<string, unknown>,
): Promise<{ readonly data: Record<string, unknown> } | { readonly refusal: string }> {
  const { carrier } = openServedStore(store, () => undefined);
  try {
    const call = { command, args, app: "prilavok", topic: "" };
    for await (const part of carrier.call(call, new AbortController().signal)) {
      if (part.kind !== "envelope") continue;
      return part.envelope.ok ? { data: part.envelope.data } : { refusal: part.envelope.error };
    }
    return { refusal: wireRefusals.unreachable(store.url, wireReasons.brokeOff) };
  } finally {
    await carrier.close();
  }
}
