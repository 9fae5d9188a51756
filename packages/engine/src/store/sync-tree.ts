import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Makes the disk keep a folder with everything in it. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}

/** Makes the disk keep the names in a folder. Windows keeps them by itself and opens no folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await syncPath(folder, "r");
}

/** Makes the disk keep a file's bytes. */
async function syncFile(path: string): Promise<void> {
  await syncPath(path, "r+");
}

async function syncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
