import { copyFile, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { checkTool, putTool, type Store } from "@prilavok/engine";

type Refusal = { readonly refusal: string };

/** `<module>.tool.json` beside a module. */
function registryFileOf(modulePath: string): string {
  return `${modulePath.slice(0, -extname(modulePath).length)}.tool.json`;
}

/**
 * Puts a module (an absolute path) and its registry file into a store, after checking them. What stands outside the store's `units/` is
 * copied there, if it works there: what it imports by a relative path has to stand there already.
 */
export async function addTool(
  { folder, db }: Store,
  modulePath: string,
  registryPath: string = registryFileOf(modulePath),
): Promise<{ readonly unit: string; readonly change: "added" | "updated" } | Refusal> {
  const units = resolve(folder, "units");
  const checked = await checkTool(modulePath, registryPath, units);
  if (!checked.ok) return { refusal: checked.problems.join("\n") };
  await copyIn(units, modulePath, registryPath);
  return { unit: checked.unit, change: await putTool(db, checked.unit, checked.tool) };
}

/** A module and its registry file are copied under a passing name first, so that each takes its own whole. */
async function copyIn(units: string, modulePath: string, registryPath: string): Promise<void> {
  const place = join(units, basename(modulePath));
  const passing = join(units, `_adding_${process.pid}${extname(modulePath)}`);
  const passingRegistry = registryFileOf(passing);
  try {
    if (dirname(modulePath) !== units) {
      await copyFile(modulePath, passing);
      await rename(passing, place);
    }
    if (resolve(registryPath) !== registryFileOf(place)) {
      await copyFile(registryPath, passingRegistry);
      await rename(passingRegistry, registryFileOf(place));
    }
  } finally {
    await rm(passing, { force: true });
    await rm(passingRegistry, { force: true });
  }
}
