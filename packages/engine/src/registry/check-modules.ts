import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { registryRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { readModuleExports } from "./read-module-exports.ts";
import { readRegistry } from "./read-registry.ts";
import { unitOfModule } from "./unit-of-module.ts";

/** What keeps the AI tools of a store from working, a sentence each; no module is run. */
export async function checkModules(
  db: Database,
  folder: string,
): Promise<{ readonly tools: number; readonly problems: readonly string[] }> {
  const units = resolve(folder, "units");
  const modules = new Map((await readdir(units).catch(() => [])).map((file) => [unitOfModule(file), file]));
  const { tools } = await readRegistry(db);
  const problems: string[] = [];
  for (const { unit, commands } of tools) {
    const module = modules.get(unit.toUpperCase());
    if (module === undefined) {
      problems.push(registryRefusals.moduleLost(unit.toUpperCase()));
      continue;
    }
    const exported = await readModuleExports(join(units, module));
    if ("refusal" in exported) {
      problems.push(exported.refusal);
      continue;
    }
    const lost = commands.map(({ name }) => name).filter((name) => !exported.names.includes(name));
    if (lost.length > 0) problems.push(registryRefusals.functionsLost(module, lost));
  }
  return { tools: tools.length, problems };
}
