import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { localFileRefusals } from "@prilavok/protocol";
import { fileErrorReason } from "./file-error-reason.ts";
import type { LocalPlace } from "./local-place.ts";
import { resolvePath } from "./resolve-path.ts";
import { fileId, restFrom, type Way, wayTo } from "./way-to.ts";

/** What the engine keeps in a store folder: no result is written over it. */
const OWN_ENTRIES = new Set([
  ...["units", "rules", "files", "backups", ".cache", "relations.json"],
  ...["node_modules", "package.json", "package-lock.json", ".gitignore"],
]);
/** Settings, secrets, databases and the activity log right in a store folder: they are not read either. */
const CLOSED_ENTRY = /^(?:store|secrets)\.json$|\.sqlite(?:-\w+)?$|^activity$/i;
/** Files of the kernel that show what a process keeps to itself, its environment for one. */
const KERNEL_FOLDERS = process.platform === "linux" ? ["/proc", "/sys"] : [];
/** `\\.\pipe\…` and `\\?\…`: names of Windows that are no paths of files. */
const DEVICE_NAME = /^[\\/]{2}[.?][\\/]/;

const SHELLS_HOME = /^~(?:[\\/]|$)/;

type Fenced = { readonly path: string } | { readonly refusal: string };

/**
 * The one door to a local path that the agent named: where it leads once every link is followed, if that is inside the
 * fence. Whoever opens a file opens the answered path, so that the way that was checked is the way that is taken.
 */
export async function fencedPath(place: LocalPlace, given: string, use: "read" | "write"): Promise<Fenced> {
  if (given === "") return { refusal: localFileRefusals.noName };
  if (SHELLS_HOME.test(given)) return { refusal: localFileRefusals.shellsHome(given) };
  if (process.platform === "win32" && DEVICE_NAME.test(given)) return { refusal: localFileRefusals.notAFile(given) };
  let path: string;
  let storeFolder: string;
  try {
    path = await (use === "read" ? realpath : futurePath)(resolvePath(place.storeFolder, given));
    storeFolder = await realpath(place.storeFolder);
  } catch (error) {
    return {
      refusal:
        use === "read" ? readingRefusal(error, given) : localFileRefusals.cannotWrite(given, fileErrorReason(error)),
    };
  }
  const way = await wayTo(path);
  if (await leadsThrough(KERNEL_FOLDERS, way)) return { refusal: localFileRefusals.kernels(given) };
  const inStore = await restFrom(storeFolder, way);
  const entry = inStore?.split(sep)[0] ?? "";
  const closed = await Promise.all(place.fence.closed.map(settled));
  const isClosed = CLOSED_ENTRY.test(entry) || (await leadsThrough(closed, way));
  if (isClosed || (use === "read" && (await isLinkedFrom(closed, storeFolder, path)))) {
    return { refusal: localFileRefusals.prilavoksOwn(given) };
  }
  if (inStore === undefined) {
    const refusal = await (use === "read" ? checkReading : checkWriting)(place, given, way);
    return refusal === undefined ? { path } : { refusal };
  }
  // Where the disk does not tell cases apart, Units is units.
  const isEngines = use === "write" && OWN_ENTRIES.has(entry.toLowerCase());
  return isEngines ? { refusal: localFileRefusals.prilavoksOwn(given) } : { path };
}

async function checkReading({ fence }: LocalPlace, given: string, way: Way): Promise<string | undefined> {
  if (fence.read === undefined) return undefined;
  const listed = await Promise.all(fence.read.map(settled));
  return (await leadsThrough(listed, way)) ? undefined : localFileRefusals.outsideReading(given);
}

async function checkWriting({ fence }: LocalPlace, given: string, way: Way): Promise<string | undefined> {
  if (fence.write === undefined) return isAbsolute(given) ? undefined : localFileRefusals.leadsOut(given);
  const listed = await Promise.all(fence.write.map(settled));
  return (await leadsThrough(listed, way)) ? undefined : localFileRefusals.outsideWriting(given);
}

async function leadsThrough(folders: readonly string[], way: Way): Promise<boolean> {
  const rests = await Promise.all(folders.map((folder) => restFrom(folder, way)));
  return rests.some((rest) => rest !== undefined);
}

/**
 * Whether a file is one of Prilavok's own under a second name (a hard link), of those right in the store folder and those in
 * closed folders. A result is written beside its place and moved there, so it does not reach the other name.
 */
async function isLinkedFrom(closed: readonly string[], storeFolder: string, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.nlink < 2) return false;
  const names = (await readdir(storeFolder).catch(() => [])).filter((name) => CLOSED_ENTRY.test(name));
  const own = [...closed, ...names.map((name) => join(storeFolder, name))];
  const inFolders = await Promise.all(own.map(async (one) => [one, ...(await filesIn(one))]));
  const ids = await Promise.all(inFolders.flat().map(fileId));
  return ids.includes(await fileId(path));
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.map((name) => join(folder, name));
}

/** Where a file that may not be there yet will stand. A link without an end is replaced itself, not what it names. */
async function futurePath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || path === dirname(path)) throw error;
    return join(await futurePath(dirname(path)), basename(path));
  }
}

/** A path of the settings with its links followed, as far as it is there. */
async function settled(path: string): Promise<string> {
  return futurePath(path).catch(() => path);
}

function readingRefusal(error: unknown, given: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return localFileRefusals.noSuchFile(given);
  return localFileRefusals.cannotRead(given, fileErrorReason(error));
}
