import type { StoreDirectory } from "@prilavok/mcp-server";
import { sessionRefusals } from "@prilavok/protocol";
import { readKnownStores } from "../known-stores.ts";
import { readServedStore } from "../served/served-store.ts";
import { storeInFolder } from "../store-in-folder.ts";

/** What `prilavok mcp` was started with. */
export interface StoreChoice {
  /** The folder of the one store this server works with. */
  readonly pinnedFolder: string | undefined;
  readonly login: string | undefined;
  readonly log: (line: string) => void;
}

/** The stores of this computer for the MCP server; the engine is loaded when a store is opened, not before. */
export function storeDirectory({ pinnedFolder, login, log }: StoreChoice): StoreDirectory {
  const known = async () => {
    if (pinnedFolder === undefined) return readKnownStores();
    const store = await storeInFolder(pinnedFolder);
    return { stores: store === undefined ? [] : [store], used: store };
  };
  return {
    pinned: pinnedFolder !== undefined,
    list: async () => (await known()).stores,
    chosen: async () => {
      const { used } = await known();
      const missing = pinnedFolder === undefined ? sessionRefusals.noStore : sessionRefusals.noSuchStore(pinnedFolder);
      return used ?? { refusal: missing };
    },
    fence: async (store) => {
      const { readFence } = await import("./read-fence.ts");
      return readFence(
        store.folder,
        (await readKnownStores()).stores.map(({ folder }) => folder),
      );
    },
    open: async (store) => {
      const served = await readServedStore(store.folder);
      if (served !== undefined) {
        if ("refusal" in served) return served;
        const { openServedStore } = await import("./open-served-store.ts");
        return openServedStore(served, log);
      }
      const { openEmbeddedStore } = await import("./embedded-store.ts");
      return openEmbeddedStore(store.folder, login, log);
    },
  };
}
