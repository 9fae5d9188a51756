import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { readRegistry, type Store, toolTypes, unitOfModule } from "@prilavok/engine";
import { writeWhole } from "../write-whole.ts";

/** Files written, by their names in `units/`, and the tools whose module does not stand there. */
export interface WrittenTypes {
  readonly written: readonly string[];
  readonly withoutModule: readonly string[];
}

/** Writes `<module>.d.ts` beside the module of every tool in the store's registry. */
export async function writeToolTypes({ folder, db }: Store): Promise<WrittenTypes> {
  const units = join(folder, "units");
  const modules = new Map((await readdir(units)).map((file) => [unitOfModule(file), file]));
  const written: string[] = [];
  const withoutModule: string[] = [];
  for (const tool of (await readRegistry(db)).tools) {
    const module = modules.get(tool.unit.toUpperCase());
    if (module === undefined) {
      withoutModule.push(tool.unit);
      continue;
    }
    const file = `${basename(module, extname(module))}.d.ts`;
    await writeWhole(join(units, file), toolTypes(tool.unit.toUpperCase(), tool.commands));
    written.push(file);
  }
  return { written, withoutModule };
}
