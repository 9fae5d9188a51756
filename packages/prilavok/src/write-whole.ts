import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "@prilavok/protocol/make-folder";

/** Writes a file that appears whole or not at all, with the folders on its way; `mode` holds where the system knows modes. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  makeFolder(dirname(path));
  try {
    await writeFile(part, content, { flush: true, mode });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
