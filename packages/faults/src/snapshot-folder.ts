import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every path below a folder, with `/`, and what stands there: a hash of the bytes, `folder`, or `link to …`. */
export type FolderSnapshot = ReadonlyMap<string, string>;

export interface FolderChange {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
}

/** Reads a folder whole; paths that `leaveOut` matches are not looked at. A folder that is not there is empty. */
export function snapshotFolder(folder: string, leaveOut?: RegExp): FolderSnapshot {
  const found = new Map<string, string>();
  for (const entry of list(folder).sort()) {
    const path = entry.replaceAll("\\", "/");
    if (!leaveOut?.test(path)) found.set(path, describe(join(folder, entry)));
  }
  return found;
}

/** What became of a folder between two snapshots, by path; three empty lists where it is byte-equal. */
export function compareFolders(before: FolderSnapshot, after: FolderSnapshot): FolderChange {
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    changed: [...after.keys()].filter((path) => before.has(path) && before.get(path) !== after.get(path)),
  };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function describe(path: string): string {
  const entry = lstatSync(path);
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
