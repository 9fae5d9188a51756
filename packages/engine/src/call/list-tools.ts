import { callRefusals } from "@prilavok/protocol";
import type { CommandEntry, Registry, ToolEntry } from "../registry/registry.ts";
import type { Caller } from "./store-state.ts";

const DESCR_LIMIT = 160;

/** tool_list (page 20): every tool and command whatever the rights, or one tool with its signature. */
export function listTools(
  registry: Registry,
  caller: Caller,
  unit: string | undefined,
): { data: Record<string, unknown> } | { refusal: string } {
  // What is shown as `may` is what tool_run lets through: the command is granted, and so is running commands at all.
  const mayRun: MayRun = (command) => caller.rights.has("AGENT_TOOL_RUN") && registry.isGranted(command, caller);
  if (unit === undefined) return { data: allTools(registry, mayRun) };
  const tool = registry.find(unit);
  if (tool === undefined) return { refusal: callRefusals.noSuchTool(unit) };
  return { data: oneTool(tool, mayRun) };
}

type MayRun = (command: CommandEntry) => boolean;

function allTools(registry: Registry, mayRun: MayRun): Record<string, unknown> {
  const rows = registry.tools.map((tool) => {
    const names = (may: boolean) => tool.commands.filter((command) => mayRun(command) === may).map(({ name }) => name);
    return [tool.unit.toUpperCase(), tool.path, cutAtPhrase(tool.descr, DESCR_LIMIT), names(true), names(false)];
  });
  return {
    grant: callRefusals.whereGranted,
    tools: { columns: ["unit", "path", "descr", "may", "also"], rows },
    ...(rows.length === 0 ? { note: callRefusals.noToolsYet } : {}),
  };
}

function oneTool(tool: ToolEntry, mayRun: MayRun): Record<string, unknown> {
  return {
    unit: tool.unit.toUpperCase(),
    path: tool.path,
    descr: tool.descr,
    commands: tool.commands.map((command) => commandSignature(command, mayRun(command))),
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

const CUT_MARK = " …";

/** A text of at most `limit` characters, cut at the end of a sentence, else of a phrase, else of a word, and marked so. */
function cutAtPhrase(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const head = characters.slice(0, limit - CUT_MARK.length).join("");
  for (const end of [/^.*[.!?…](?=\s|$)/su, /^.*(?=[,;:—–])/su, /^.*(?=\s)/su]) {
    const found = end.exec(head)?.[0];
    if (found !== undefined && found.length >= head.length / 3) return found.trimEnd() + CUT_MARK;
  }
  return head + CUT_MARK;
}
