import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { SETTINGS_FILE, STORE_ENTRIES } from "./store-layout.ts";
import { syncFolder, syncTree } from "./sync-tree.ts";

/** Where a store is built inside its own folder before it is put in place. */
export const STAGING_FOLDER = ".prilavok-init";

/** An empty staging folder. What an init that died has left is taken away first; the caller holds the folder's lock. */
export async function openStaging(folder: string): Promise<string> {
  const staging = join(folder, STAGING_FOLDER);
  await clearStaging(folder);
  await mkdir(staging);
  return staging;
}

/**
 * Moves a whole store out of its staging folder, `store.json` last: before that the folder holds no store, after it the
 * store is whole. None of the names is taken in the folder.
 */
export async function placeStore(folder: string): Promise<void> {
  const staging = join(folder, STAGING_FOLDER);
  await syncTree(staging);
  for (const entry of STORE_ENTRIES.filter((entry) => existsSync(join(staging, entry)))) {
    if (entry === SETTINGS_FILE) await syncFolder(folder);
    await rename(join(staging, entry), join(folder, entry));
  }
  await syncFolder(folder);
}

/**
 * Takes a staging folder away. One that still holds `store.json` was whole, so what it lacks of a store had been moved
 * already and goes too; `store.json` is written into it last and leaves it last.
 */
export async function clearStaging(folder: string): Promise<void> {
  const staging = join(folder, STAGING_FOLDER);
  if (existsSync(join(staging, SETTINGS_FILE))) {
    const moved = STORE_ENTRIES.filter((entry) => !existsSync(join(staging, entry)));
    for (const entry of moved) await rm(join(folder, entry), { recursive: true, force: true });
  }
  await rm(staging, { recursive: true, force: true });
}
