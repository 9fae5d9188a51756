import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { KnownStore } from "./known-stores.ts";

/** The store of a folder by its `store.json`, undefined without one; what is wrong inside it is said when it is opened. */
export async function storeInFolder(given: string): Promise<KnownStore | undefined> {
  const folder = resolve(given);
  const text = await readFile(join(folder, "store.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  let name: unknown;
  try {
    name = (JSON.parse(text.replace(/^\uFEFF/, "")) as { name?: unknown } | null)?.name;
  } catch {
    name = undefined;
  }
  return { name: typeof name === "string" ? name : basename(folder), folder };
}
