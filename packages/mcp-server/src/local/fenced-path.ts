import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { localFileRefusals } from "@prilavok/protocol";
import { fileErrorReason } from "./file-error-reason.ts";
import type { LocalPlace } from "./local-place.ts";
import { resolvePath } from "./resolve-path.ts";

/** What the engine keeps in a store folder: no result is written over it. */
const OWN_ENTRIES = new Set(["units", "rules", "files", "backups", ".cache", "relations.json", "node_modules"]);
/** Settings, secrets, databases and the activity log right in a store folder: they are not read either. */
const CLOSED_ENTRY = /^(?:store|secrets)\.json$|\.sqlite(?:-\w+)?$|^activity$/i;
/** Files of the kernel that show what a process keeps to itself, its environment for one. */
const KERNEL_FOLDERS = process.platform === "linux" ? ["/proc", "/sys"] : [];
/** `\\.\pipe\…` and `\\?\…`: names of Windows that are no paths of files. */
const DEVICE_NAME = /^[\\/]{2}[.?][\\/]/;

type Fenced = { readonly path: string } | { readonly refusal: string };

/**
 * The one door to a local path that the agent named: where it leads once every link is followed, if that is inside the
 * fence. Whoever opens a file opens the answered path, so that the way that was checked is the way that is taken.
 */
export async function fencedPath(place: LocalPlace, given: string, use: "read" | "write"): Promise<Fenced> {
  if (given === "") return { refusal: localFileRefusals.noName };
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
  if (KERNEL_FOLDERS.some((folder) => isInside(folder, path))) return { refusal: localFileRefusals.kernels(given) };
  const closed = await Promise.all(place.fence.closed.map(settled));
  const [entry = ""] = isInside(storeFolder, path) ? relative(storeFolder, path).split(sep) : [];
  if (closed.some((one) => isInside(one, path)) || CLOSED_ENTRY.test(entry)) {
    return { refusal: localFileRefusals.prilavoksOwn(given) };
  }
  const check = use === "read" ? checkReading : checkWriting;
  const refusal = await check(place, given, path, storeFolder);
  return refusal === undefined ? { path } : { refusal };
}

async function checkReading(
  { fence }: LocalPlace,
  given: string,
  path: string,
  store: string,
): Promise<string | undefined> {
  if (fence.read === undefined || isInside(store, path)) return undefined;
  return (await isInAny(fence.read, path)) ? undefined : localFileRefusals.outsideReading(given);
}

async function checkWriting(
  { fence }: LocalPlace,
  given: string,
  path: string,
  store: string,
): Promise<string | undefined> {
  if (isInside(store, path)) {
    const [entry = ""] = relative(store, path).split(sep);
    return OWN_ENTRIES.has(entry) ? localFileRefusals.prilavoksOwn(given) : undefined;
  }
  if (fence.write !== undefined) {
    return (await isInAny(fence.write, path)) ? undefined : localFileRefusals.outsideWriting(given);
  }
  return isAbsolute(given) ? undefined : localFileRefusals.leadsOut(given);
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

async function isInAny(folders: readonly string[], path: string): Promise<boolean> {
  const real = await Promise.all(folders.map(settled));
  return real.some((folder) => isInside(folder, path));
}

/** A path of the settings with its links followed, as far as it is there. */
async function settled(path: string): Promise<string> {
  return futurePath(path).catch(() => path);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function readingRefusal(error: unknown, given: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return localFileRefusals.noSuchFile(given);
  return localFileRefusals.cannotRead(given, fileErrorReason(error));
}
