import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { servedRefusals } from "@prilavok/protocol";
import { makeFolder } from "@prilavok/protocol/make-folder";
import { type KnownStore, readKnownStores } from "../known-stores.ts";
import { writeWhole } from "../write-whole.ts";
import { readServedStore, type ServedStore } from "./served-store.ts";

interface Entrance {
  readonly url: string;
  readonly name: string;
  readonly login: string;
}

/**
 * Makes the store folder a person works in, or finds the one it has: the named folder, else the known one of this address and
 * person, else one under `Prilavok` in the user's home. A folder of another store or person is not touched.
 */
export async function placeServedStore(
  store: Entrance,
  named: string | undefined,
): Promise<KnownStore | { readonly refusal: string }> {
  const folder = named === undefined ? await chooseFolder(store) : resolve(named);
  const file = join(folder, "store.json");
  if (existsSync(file)) {
    const there = await findPlaced(folder, store);
    return there === undefined ? { refusal: servedRefusals.folderTaken(folder) } : { name: there.name, folder };
  }
  makeFolder(join(folder, "mcp"));
  await writeWhole(file, `${JSON.stringify({ name: store.name, url: store.url, login: store.login }, undefined, 2)}\n`);
  return { name: store.name, folder };
}

async function chooseFolder(store: Entrance): Promise<string> {
  for (const { folder } of (await readKnownStores()).stores) if (await findPlaced(folder, store)) return folder;
  const base = join(homedir(), "Prilavok", folderName(store.name));
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? base : `${base} ${number}`;
    if (!existsSync(folder) || (await findPlaced(folder, store))) return folder;
  }
}

/** What a folder holds, where that is this store as this person has entered it. */
async function findPlaced(folder: string, { url, login }: Entrance): Promise<ServedStore | undefined> {
  const there = existsSync(join(folder, "store.json")) ? await readServedStore(folder) : undefined;
  return there !== undefined && "url" in there && there.url === url && there.login === login ? there : undefined;
}

/** A store's name as every system takes it for a folder. */
function folderName(name: string): string {
  const safe = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "");
  return safe === "" || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? `store ${safe}` : safe.slice(0, 100);
}
