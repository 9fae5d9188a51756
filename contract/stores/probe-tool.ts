import { readFileSync } from "node:fs";
import type { FreshStore } from "./fresh-store.ts";

/** Adds the tool CONTRACT_PROBE of `units/`: it answers in every way a module may. */
export function addProbe(store: FreshStore): Promise<void> {
  const read = (name: string) => readFileSync(new URL(`../units/${name}`, import.meta.url), "utf8");
  return store.addTool("contract_probe", read("contract_probe.ts"), JSON.parse(read("contract_probe.tool.json")));
}
