import { storeRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering } from "../answering.ts";
import { findKnownStore } from "../find-known-store.ts";
import { holdsStore, rememberStore, useStore } from "../known-stores.ts";
import { storeInFolder } from "../store-in-folder.ts";

/** `use <name>`: the store the MCP server takes when none is pinned; one that was not known becomes known. */
export function addUseCommand(program: Command): void {
  const command = program
    .command("use")
    .description("choose the store that `mcp` and the other commands take when none is named")
    .argument("<name>", "a name that `prilavok stores` lists, or the folder of any store");
  answering(command, async (name: string) => {
    const known = await findKnownStore(name);
    const store = "refusal" in known ? ((await storeInFolder(name)) ?? known) : known;
    if ("refusal" in store) return store;
    if (!holdsStore(store.folder)) return { refusal: storeRefusals.knownGone(store.name, store.folder) };
    await rememberStore(store);
    await useStore(store);
    return { text: `The used store is ${store.name} now, in ${store.folder}.`, json: store };
  });
}
