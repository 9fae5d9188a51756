import { fileURLToPath } from "node:url";

/**
 * The folder whose whole content a new store gets as its `units/`: modules as TypeScript source, their registry files
 * and what the modules import.
 */
export const unitsFolder: string = fileURLToPath(new URL("../src/units/", import.meta.url));

/** A tool of the units folder by the names of its files. */
export interface ShippedTool {
  readonly unit: string;
  readonly module: string;
  readonly registryFile: string;
}

/** The tools a new store starts with, in the order of the registry. */
export const shippedTools: readonly ShippedTool[] = [
  "melbis_agent_currency",
  "melbis_agent_import_goods",
  "melbis_agent_import_files",
].map((name) => ({
  unit: name.toUpperCase(),
  module: `${name}.ts`,
  registryFile: `${name}.tool.json`,
}));
