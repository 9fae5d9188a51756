import type { Command } from "commander";
import { answering } from "../answering.ts";
import { findKnownStore } from "../find-known-store.ts";
import { useStore } from "../known-stores.ts";

/** `use <name>`: the store the MCP server takes when none is pinned. */
export function addUseCommand(program: Command): void {
  const command = program
    .command("use")
    .description("choose the store that `mcp` and the other commands take when none is named")
    .argument("<name>", "a name that `prilavok stores` lists, or the store's folder");
  answering(command, async (name: string) => {
    const store = await findKnownStore(name);
    if ("refusal" in store) return store;
    await useStore(store);
    return { text: `The used store is ${store.name} now, in ${store.folder}.`, json: store };
  });
}
