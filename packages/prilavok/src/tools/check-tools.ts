import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { checkModules, checkTool, type Store, unitOfModule } from "@prilavok/engine";

/** Checks every AI tool of a store: the registry against the modules, and the modules against the registry files beside them. */
export async function checkTools({ db, folder }: Store): Promise<{ tools: number; problems: readonly string[] }> {
  const { tools, problems } = await checkModules(db, folder);
  const units = resolve(folder, "units");
  const files = await readdir(units);
  const found = [...problems];
  for (const module of files.filter((file) => unitOfModule(file) !== undefined).sort()) {
    if (!files.includes(module.replace(/\.m?[jt]s$/, ".tool.json"))) continue;
    const checked = await checkTool(resolve(units, module));
    if (!checked.ok) found.push(...checked.problems.map((problem) => `${module}: ${problem}`));
  }
  return { tools, problems: [...new Set(found)] };
}
