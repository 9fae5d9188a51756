import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { registryRefusals } from "@prilavok/protocol";
import { checkToolFile } from "./check-tool-file.ts";
import { readModuleExports } from "./read-module-exports.ts";
import type { ToolDraft } from "./tool-draft.ts";
import { unitOfModule } from "./unit-of-module.ts";

/** A module with its registry file, ready to be put, or everything that is wrong with them, a sentence each. */
export type CheckedTool =
  | { readonly ok: true; readonly unit: string; readonly tool: ToolDraft }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Checks a module, as it would stand in `standsIn`, and its registry file without running or writing anything. */
export async function checkTool(
  modulePath: string,
  registryPath: string = modulePath.replace(/\.m?[jt]s$/, ".tool.json"),
  standsIn?: string,
): Promise<CheckedTool> {
  const unit = unitOfModule(basename(modulePath));
  if (unit === undefined) return refused(registryRefusals.notAUnit(basename(modulePath)));
  const module = await readTextFile(modulePath);
  const registryText = await readTextFile(registryPath);
  if (module === undefined) return refused(registryRefusals.noFile(basename(modulePath)));
  if (registryText === undefined) return refused(registryRefusals.noFile(basename(registryPath)));

  const registry = parseJson(registryText);
  if (registry === undefined) return refused(registryRefusals.notJson(basename(registryPath)));
  const exported = await readModuleExports(modulePath, standsIn);
  if ("refusal" in exported) return refused(exported.refusal);
  const checked = checkToolFile(registry.json, exported.names);
  return checked.ok ? { ...checked, unit } : checked;
}

function refused(problem: string): CheckedTool {
  return { ok: false, problems: [problem] };
}

/** Without a BOM at its start; undefined where there is no such file. */
async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
