import type { CommandEntry, ToolEntry } from "./registry.ts";

/** A tool as its registry file describes it: what the registry is to hold, before anything has an id. */
export interface ToolDraft extends Pick<ToolEntry, "path" | "descr"> {
  readonly commands: readonly Omit<CommandEntry, "id">[];
}

/** The names of a tool's path from the top; the last one is the tool's own. */
export function splitPath(path: string): string[] {
  return path.split("->").map((name) => name.trim());
}
