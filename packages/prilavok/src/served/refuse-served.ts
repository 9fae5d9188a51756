import { servedRefusals } from "@prilavok/protocol";
import { holdsStore } from "../known-stores.ts";
import { readServedStore } from "./served-store.ts";

/** The refusal of a command that needs the store itself in a folder that belongs to a served one; undefined elsewhere. */
export async function refuseServed(folder: string): Promise<{ readonly refusal: string } | undefined> {
  const served = holdsStore(folder) ? await readServedStore(folder) : undefined;
  return served !== undefined && "url" in served ? { refusal: servedRefusals.onlyAtTheStore(served.url) } : undefined;
}
