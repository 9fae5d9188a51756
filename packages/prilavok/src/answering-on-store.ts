import type { Store } from "@prilavok/engine";
import { servedRefusals, storeRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "./answering.ts";
import { holdsStore, readKnownStores } from "./known-stores.ts";

/** Lets a command answer about the store that `--store` names, else about the used one; the store is closed after it. */
export function answeringOnStore<Words extends unknown[]>(
  command: Command,
  mode: "read" | "write",
  work: (store: Store, ...words: Words) => Promise<CommandAnswer>,
): void {
  command.option("--store <dir>", "the store's folder; the used store without it");
  answering(command, async (...words: Words) => {
    const folder = command.opts<{ store?: string }>().store ?? (await readKnownStores()).used?.folder;
    if (folder === undefined) return { refusal: storeRefusals.noneChosen };
    const { readServedStore } = await import("./served/served-store.ts");
    const served = holdsStore(folder) ? await readServedStore(folder) : undefined;
    if (served !== undefined && "url" in served) return { refusal: servedRefusals.onlyAtTheStore(served.url) };
    const { openStore } = await import("@prilavok/engine");
    const store = await openStore(folder, mode);
    if ("refusal" in store) return store;
    try {
      return await work(store, ...words);
    } finally {
      await store.db.close();
    }
  });
}
