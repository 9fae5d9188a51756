import { isAbsolute, resolve } from "node:path";

/** A path the caller named: absolute as it is, else from the store folder with `\` and `/` both as separators. */
export function resolvePath(storeFolder: string, path: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(storeFolder, path.replaceAll("\\", "/"));
}
