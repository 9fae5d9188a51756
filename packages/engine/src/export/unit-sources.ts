import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { buildUnit } from "../modules/build-unit.ts";

const EXTENSIONS = [".ts", ".mts", ".js", ".mjs"];

/** The files of units by their names from the store's folder, with `/`. */
export type UnitFiles = Map<string, Buffer>;

/**
 * The module of a unit and what it imports from the store's `units`, with its registry file where one stands beside it. A
 * module that cannot be built comes alone, and one that is not there does not come.
 */
export async function readUnitSources(storeDir: string, unit: string): Promise<UnitFiles> {
  const units = realpathSync(join(storeDir, "units"));
  const name = unit.toLowerCase();
  const module = EXTENSIONS.map((extension) => join(units, name + extension)).find((path) => existsSync(path));
  const files: UnitFiles = new Map();
  if (module === undefined) return files;
  const built = await buildUnit(realpathSync(storeDir), module, join(storeDir, ".cache", "units"));
  const sources = "error" in built ? [module] : built.sources;
  const registryFile = join(units, `${name}.tool.json`);
  for (const path of [...new Set([...sources, ...(existsSync(registryFile) ? [registryFile] : [])])]) {
    const inside = relative(units, path);
    // What an installed package or Core's own SDK brings is not the store's.
    if (isAbsolute(inside) || inside.startsWith(`..${sep}`) || inside.split(sep).includes("node_modules")) continue;
    files.set(`units/${inside.split(sep).join("/")}`, await readFile(path));
  }
  return files;
}
