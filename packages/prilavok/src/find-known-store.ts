import { resolve } from "node:path";
import { storeRefusals } from "@prilavok/protocol";
import { type KnownStore, readKnownStores } from "./known-stores.ts";

/** The known store of a name or of a folder; its folder may be gone. */
export async function findKnownStore(nameOrFolder: string): Promise<KnownStore | { readonly refusal: string }> {
  const { stores } = await readKnownStores();
  const byFolder = stores.find((store) => store.folder === resolve(nameOrFolder));
  const named = byFolder === undefined ? stores.filter((store) => store.name === nameOrFolder) : [byFolder];
  const [store] = named;
  if (store === undefined) return { refusal: storeRefusals.noneKnown(nameOrFolder) };
  if (named.length === 1) return store;
  const folders = named.map(({ folder }) => folder);
  return { refusal: storeRefusals.severalKnown(nameOrFolder, folders) };
}
