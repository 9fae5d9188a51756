import { dirname, resolve } from "node:path";
import { readSettings } from "./store-settings.ts";

/** The nearest folder above this one that is a store's, absolute; undefined where none is. */
export async function storeAround(folder: string): Promise<string | undefined> {
  const above = dirname(resolve(folder));
  if (above === resolve(folder)) return undefined;
  return "refusal" in (await readSettings(above)) ? storeAround(above) : above;
}
