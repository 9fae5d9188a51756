import { callRefusals } from "@prilavok/protocol";
import type { CommandEntry, GrantHolder, Registry, ToolEntry } from "../registry/registry.ts";

const DESCR_LIMIT = 160;

/** tool_list (page 20): every tool and command whatever the rights, or one tool with its signature. */
export function listTools(
  registry: Registry,
  holder: GrantHolder,
  unit: string | undefined,
): { data: Record<string, unknown> } | { refusal: string } {
  if (unit === undefined) return { data: allTools(registry, holder) };
  const tool = registry.find(unit);
  if (tool === undefined) return { refusal: callRefusals.noSuchTool(unit) };
  return { data: oneTool(registry, holder, tool) };
}

function allTools(registry: Registry, holder: GrantHolder): Record<string, unknown> {
  const rows = registry.tools.map((tool) => {
    const names = (granted: boolean) =>
      tool.commands.filter((command) => registry.isGranted(command, holder) === granted).map(({ name }) => name);
    return [tool.unit.toUpperCase(), tool.path, cutAtPhrase(tool.descr, DESCR_LIMIT), names(true), names(false)];
  });
  return {
    grant: callRefusals.whereGranted,
    tools: { columns: ["unit", "path", "descr", "may", "also"], rows },
    ...(rows.length === 0 ? { note: callRefusals.noToolsYet } : {}),
  };
}

function oneTool(registry: Registry, holder: GrantHolder, tool: ToolEntry): Record<string, unknown> {
  return {
    unit: tool.unit.toUpperCase(),
    path: tool.path,
    descr: tool.descr,
    commands: tool.commands.map((command) => commandSignature(command, registry.isGranted(command, holder))),
  };
}

function commandSignature(command: CommandEntry, may: boolean): Record<string, unknown> {
  return {
    name: command.name,
    may,
    descr: command.descr,
    params: {
      columns: ["name", "type", "required", "default", "descr"],
      rows: command.fields.map((field) => [field.name, field.type, field.required, field.default, field.descr]),
    },
    files: command.files,
  };
}

/** A text of at most `limit` characters, cut at the end of a sentence, else of a phrase, else of a word. */
function cutAtPhrase(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const head = characters.slice(0, limit).join("");
  for (const end of [/^.*[.!?…](?=\s|$)/su, /^.*(?=[,;:—–])/su, /^.*(?=\s)/su]) {
    const found = end.exec(head)?.[0];
    if (found !== undefined && found.length >= head.length / 3) return found.trimEnd();
  }
  return head;
}
