import type { Command } from "commander";
import { answering } from "../answering.ts";
import { holdsStore, readKnownStores } from "../known-stores.ts";
import { textTable } from "../text-table.ts";

/** `stores`: the stores this computer knows. */
export function addStoresCommand(program: Command): void {
  const command = program.command("stores").description("list the stores this computer knows; * marks the used one");
  answering(command, async () => {
    const { stores: known, used } = await readKnownStores();
    const stores = known.map((store) => ({
      ...store,
      used: store.folder === used?.folder,
      missing: !holdsStore(store.folder),
    }));
    const rows = stores.map(({ name, folder, used, missing }) => [
      used ? "*" : "",
      name,
      missing ? `${folder} (no store there any more)` : folder,
    ]);
    const nothing = "No store is known on this computer. Make one with `prilavok init <dir>`.";
    return { text: textTable(["", "NAME", "FOLDER"], rows, nothing), json: { stores } };
  });
}
