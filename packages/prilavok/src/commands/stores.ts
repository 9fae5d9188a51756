import type { Command } from "commander";
import { answering } from "../answering.ts";
import { findKnownStore } from "../find-known-store.ts";
import { forgetStore, holdsStore, readKnownStores } from "../known-stores.ts";
import { textTable } from "../text-table.ts";

/** `stores` and `stores forget <name>`: the stores this computer knows. */
export function addStoresCommand(program: Command): void {
  const stores = program
    .command("stores")
    .description("list the stores this computer knows, * marks the used one; or forget one")
    .enablePositionalOptions();
  answering(stores, async () => {
    const { stores: known, used } = await readKnownStores();
    const stores = known.map((store) => ({
      ...store,
      used: store.folder === used?.folder,
      missing: !holdsStore(store.folder),
    }));
    const rows = stores.map(({ name, folder, used, missing }) => [
      used ? "*" : "",
      name,
      missing ? `${folder} (no store there any more; \`prilavok stores forget\` takes it off the list)` : folder,
    ]);
    const nothing = "No store is known on this computer. Make one with `prilavok init <dir>`.";
    return { text: textTable(["", "NAME", "FOLDER"], rows, nothing), json: { stores } };
  });
  const forget = stores
    .command("forget")
    .description("take a store off the list; its folder stays as it is, also where it is gone")
    .argument("<name>", "a name that `prilavok stores` lists, or the store's folder");
  answering(forget, async (name: string) => {
    const store = await findKnownStore(name);
    if ("refusal" in store) return store;
    const wasUsed = await forgetStore(store);
    const next = wasUsed ? " No store is used now: `prilavok use <name>` chooses one." : "";
    const text = `${store.name} is off the list. Its folder ${store.folder} was not touched.${next}`;
    return { text, json: { ...store, wasUsed } };
  });
}
