import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing; throws the system's error. Node's own recursive way goes round for ever
 * where a file system says that something is missing under a folder that is there, as /proc does.
 */
export function makeFolder(folder: string): void {
  const error = refusalToMake(folder);
  if (error === undefined) return;
  const above = dirname(folder);
  if (error.code !== "ENOENT" || above === folder) throw error;
  makeFolder(above);
  const again = refusalToMake(folder);
  if (again !== undefined) throw again;
}

/** Undefined where the folder is there now, whoever made it. */
function refusalToMake(path: string): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path);
    return undefined;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    return error as NodeJS.ErrnoException;
  }
}
