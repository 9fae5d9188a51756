/** The registry of AI tools as Core reads it: the only source of a signature (page 20). */

export interface FieldEntry {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The default's spelling; null where the registry names none. */
  readonly default: string | null;
  readonly descr: string;
}

export interface CommandEntry {
  readonly id: number;
  readonly name: string;
  readonly descr: string;
  readonly fields: readonly FieldEntry[];
  /** What the command's attachments are; null where it takes none. */
  readonly files: { readonly required: boolean; readonly descr: string } | null;
}

export interface ToolEntry {
  readonly unit: string;
  /** The names of the tree joined with ` -> `. */
  readonly path: string;
  readonly descr: string;
  readonly commands: readonly CommandEntry[];
}

/** Whom a command is granted to. */
export interface GrantHolder {
  readonly id: number;
  readonly groupIds: readonly number[];
  /** Holds `PUT_AGENT_OPTION`: owns every command. */
  readonly ownsAll: boolean;
}

export interface Registry {
  /** In the tree's order. */
  readonly tools: readonly ToolEntry[];
  /** The tool of an address, any case. */
  find(unit: string): ToolEntry | undefined;
  isGranted(command: CommandEntry, holder: GrantHolder): boolean;
}

/** The command of a name, any case. */
export function findCommand(tool: ToolEntry, name: string): CommandEntry | undefined {
  const wanted = name.toLowerCase();
  return tool.commands.find((command) => command.name.toLowerCase() === wanted);
}
