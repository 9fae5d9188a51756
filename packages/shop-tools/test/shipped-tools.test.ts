import { join } from "node:path";
import { checkTool, toolTypes } from "@prilavok/engine";
import { shippedTools, unitsFolder } from "@prilavok/shop-tools";
import { describe, expect, it } from "vitest";
import { readUnit } from "./demo-store.ts";

describe.each(shippedTools)("$unit", ({ unit, module, registryFile }) => {
  it("passes the check every owner's tool passes", async () => {
    expect(await checkTool(join(unitsFolder, module), join(unitsFolder, registryFile))).toMatchObject({
      ok: true,
      unit,
    });
  });

  it("has the types of its fields beside it as the registry file declares them", async () => {
    const checked = await checkTool(join(unitsFolder, module), join(unitsFolder, registryFile));
    expect(readUnit(module.replace(".ts", ".d.ts"))).toBe(checked.ok && toolTypes(unit, checked.tool.commands));
  });

  it("describes itself, its commands and its fields", async () => {
    const checked = await checkTool(join(unitsFolder, module), join(unitsFolder, registryFile));
    const tool = checked.ok ? checked.tool : undefined;
    const texts = tool?.commands.flatMap((command) => [command.descr, ...command.fields.map((field) => field.descr)]);
    expect([tool?.descr, ...(texts ?? [])].filter((text) => text === undefined || text.length < 20)).toEqual([]);
  });
});
