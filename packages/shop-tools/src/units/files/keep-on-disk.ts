import { open } from "node:fs/promises";
import type { DerivedFile } from "./derive-all.ts";

/** Puts derived files and their names on the disk, so that a power cut leaves no row without its file. */
export async function keepOnDisk(derived: readonly DerivedFile[]): Promise<void> {
  for (const { original, file_name } of derived) await sync(original.path + file_name);
  if (process.platform === "win32") return;
  for (const folder of new Set(derived.map(({ original }) => original.path))) await sync(folder);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
