import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import {
  readRegistry,
  type Store,
  toolTypes,
  UNITS_TSCONFIG_MARK,
  unitOfModule,
  unitsTsconfig,
} from "@prilavok/engine";
import { writeWhole } from "../write-whole.ts";

/** Files written, by their names in `units/`, and the tools whose module does not stand there. */
export interface WrittenTypes {
  readonly written: readonly string[];
  readonly withoutModule: readonly string[];
}

/** Writes `<module>.d.ts` beside the module of every tool in the store's registry, and the `tsconfig.json` of the units. */
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
  if (await writeUnitsTsconfig(units)) written.push("tsconfig.json");
  return { written, withoutModule };
}

/** Brings the `tsconfig.json` of `units/` to this computer; one that a developer wrote stays. Answers whether it was written. */
export async function writeUnitsTsconfig(units: string): Promise<boolean> {
  const file = join(units, "tsconfig.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined && !text.startsWith(UNITS_TSCONFIG_MARK)) return false;
  await writeWhole(file, unitsTsconfig());
  return true;
}
