import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** `files/` and names of letters and the like, none of which leads anywhere: no `.`, no drive, no other separator. */
const STORE_PATH = /^files(?:\/(?!\.{1,2}(?:\/|$))[^\\/:\0]{1,255})+$/;

/**
 * Where a file of the store stands on this computer, its folder made; undefined for a path of Core's that is none or
 * would lead out of `files/`, by its words or by a link on the way.
 */
export async function storeFilePath(storeFolder: string, path: string): Promise<string | undefined> {
  if (!STORE_PATH.test(path)) return undefined;
  const files = join(storeFolder, "files");
  const place = join(storeFolder, path);
  await mkdir(dirname(place), { recursive: true });
  const [top, folder] = await Promise.all([realpath(files), realpath(dirname(place))]);
  return folder === top || folder.startsWith(top + sep) ? place : undefined;
}
