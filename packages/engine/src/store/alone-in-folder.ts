import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { storeRefusals } from "@prilavok/protocol";
import { takeLock } from "../sql/sqlite-lock.ts";
import { SETTINGS_FILE } from "./store-layout.ts";

const LOCK_FILE = ".prilavok-init.lock";

/** Makes or upgrades the store of a folder while no other process does; a process that dies gives the folder back. */
export async function aloneInFolder<End>(
  folder: string,
  work: () => Promise<End>,
): Promise<End | { readonly refusal: string }> {
  const file = join(folder, LOCK_FILE);
  const lock = takeLock(file);
  if (lock === undefined) return { refusal: storeRefusals.initAtWork(folder) };
  try {
    return await work();
  } finally {
    // The file goes only beside a store that stands: whoever has opened it by now finds that store. Windows may keep it.
    if (existsSync(join(folder, SETTINGS_FILE))) await rm(file, { force: true }).catch(() => undefined);
    lock.release();
  }
}
