import { cp } from "node:fs/promises";
import { join } from "node:path";
import { checkTool, putTool, type StoreDraft } from "@prilavok/engine";
import { fillDemoShop, shippedTools, unitsFolder } from "@prilavok/shop-tools";

/** Puts the shipped AI tools into a new store, and with `demo` a small shop. */
export async function fillStore({ folder, db }: StoreDraft, demo: boolean): Promise<{ refusal: string } | undefined> {
  const units = join(folder, "units");
  await cp(unitsFolder, units, { recursive: true });
  for (const { module, registryFile } of shippedTools) {
    const checked = await checkTool(join(units, module), join(units, registryFile));
    if (!checked.ok) return { refusal: checked.problems.join("\n") };
    await putTool(db, checked.unit, checked.tool);
  }
  if (demo) await fillDemoShop(db);
  return undefined;
}
