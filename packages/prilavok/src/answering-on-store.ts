import type { Store } from "@prilavok/engine";
import { storeRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "./answering.ts";
import { readKnownStores } from "./known-stores.ts";

type Mode = "read" | "write";

/** Lets a command answer about the store that `--store` names, else about the used one; the store is closed after it. */
export function answeringOnStore<Words extends unknown[]>(
  command: Command,
  mode: Mode,
  work: (store: Store, ...words: Words) => Promise<CommandAnswer>,
): void {
  command.option("--store <dir>", "the store's folder; the used store without it");
  answering(command, (...words: Words) =>
    answerOnStore(command.opts<{ store?: string }>().store, mode, (store) => work(store, ...words)),
  );
}

/** What `work` answers about the store of a folder, else about the used one; the store is closed after it. */
export async function answerOnStore(
  named: string | undefined,
  mode: Mode,
  work: (store: Store) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const folder = named ?? (await readKnownStores()).used?.folder;
  if (folder === undefined) return { refusal: storeRefusals.noneChosen };
  const { refuseServed } = await import("./served/refuse-served.ts");
  const served = await refuseServed(folder);
  if (served !== undefined) return served;
  const { openStore } = await import("@prilavok/engine");
  const store = await openStore(folder, mode);
  if ("refusal" in store) return store;
  try {
    return await work(store);
  } finally {
    await store.db.close();
  }
}
