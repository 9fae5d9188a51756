import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { servedRefusals } from "@prilavok/protocol";
import { makeFolder } from "@prilavok/protocol/make-folder";
import { type KnownStore, readKnownStores } from "../known-stores.ts";
import { writeWhole } from "../write-whole.ts";
import { readServedStore } from "./served-store.ts";

/**
 * Makes the store folder of a served store, or finds the one it has: the named folder, else the known one of this address,
 * else one under `Prilavok` in the user's home. A folder that holds another store is not touched.
 */
export async function placeServedStore(
  store: { readonly url: string; readonly name: string; readonly login: string },
  named: string | undefined,
): Promise<KnownStore | { readonly refusal: string }> {
  const folder = named === undefined ? await chooseFolder(store) : resolve(named);
  const file = join(folder, "store.json");
  if (existsSync(file)) {
    const there = await readServedStore(folder);
    if (there === undefined || "refusal" in there || there.url !== store.url) {
      return { refusal: servedRefusals.folderTaken(folder) };
    }
    return { name: there.name, folder };
  }
  makeFolder(join(folder, "mcp"));
  await writeWhole(file, `${JSON.stringify({ name: store.name, url: store.url, login: store.login }, undefined, 2)}\n`);
  return { name: store.name, folder };
}

async function chooseFolder({ url, name }: { readonly url: string; readonly name: string }): Promise<string> {
  for (const { folder } of (await readKnownStores()).stores) if (await isOf(folder, url)) return folder;
  const base = join(homedir(), "Prilavok", folderName(name));
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? base : `${base} ${number}`;
    if (!existsSync(folder) || (await isOf(folder, url))) return folder;
  }
}

async function isOf(folder: string, url: string): Promise<boolean> {
  const store = existsSync(join(folder, "store.json")) ? await readServedStore(folder) : undefined;
  return store !== undefined && "url" in store && store.url === url;
}

/** A store's name as every system takes it for a folder. */
function folderName(name: string): string {
  const safe = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "");
  return safe === "" || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? `store ${safe}` : safe.slice(0, 100);
}
