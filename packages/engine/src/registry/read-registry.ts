import type { Database } from "../sql/database.ts";
import type { CommandEntry, FieldEntry, GrantHolder, Registry, ToolEntry } from "./registry.ts";

interface ToolRow {
  readonly id: number;
  readonly name: string;
  readonly descr: string;
  readonly tlevel: number;
  readonly folder: number;
  readonly unit: string;
}

interface CommandRow {
  readonly id: number;
  readonly tool_id: number;
  readonly name: string;
  readonly descr: string;
}

interface ParamRow {
  readonly command_id: number;
  readonly name: string;
  readonly descr: string;
  readonly value_type: string;
  readonly value_req: number;
  readonly value_def: string;
}

interface GrantRow {
  readonly command_id: number;
  readonly user_id: number | null;
  readonly group_id: number | null;
}

/** Reads the whole registry; it is small (names and signatures) and cached by its version. */
export async function readRegistry(db: Database): Promise<Registry> {
  const toolRows = await db.all<ToolRow>(
    "SELECT id, name, descr, tlevel, folder, unit FROM {DBNICK}_agent_tool ORDER BY absindex, id",
  );
  const commandRows = await db.all<CommandRow>(
    "SELECT id, tool_id, name, descr FROM {DBNICK}_agent_tool_command ORDER BY pos, id",
  );
  const paramRows = await db.all<ParamRow>(
    "SELECT command_id, name, descr, value_type, value_req, value_def FROM {DBNICK}_agent_tool_param ORDER BY pos, id",
  );
  const grantRows = await db.all<GrantRow>("SELECT command_id, user_id, group_id FROM {DBNICK}_agent_tool_right");

  const params = groupBy(paramRows, (row) => row.command_id);
  const commands = groupBy(commandRows, (row) => row.tool_id);
  const tools = toolEntries(toolRows, (id) =>
    (commands.get(id) ?? []).map((row) => commandEntry(row, params.get(row.id) ?? [])),
  );
  const byUnit = new Map(tools.map((tool) => [tool.unit.toUpperCase(), tool]));
  const userGrants = new Set(grantRows.map((row) => `${row.command_id} ${row.user_id}`));
  const groupGrants = new Set(grantRows.map((row) => `${row.command_id} ${row.group_id}`));
  return {
    tools,
    find: (unit) => byUnit.get(unit.toUpperCase()),
    isGranted: (command, holder: GrantHolder) =>
      holder.ownsAll ||
      userGrants.has(`${command.id} ${holder.id}`) ||
      holder.groupIds.some((groupId) => groupGrants.has(`${command.id} ${groupId}`)),
  };
}

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Rows come in preorder, so the names above a row are the last ones seen on each level. */
function toolEntries(rows: readonly ToolRow[], commandsOf: (id: number) => CommandEntry[]): ToolEntry[] {
  const above: { level: number; name: string }[] = [];
  const entries: ToolEntry[] = [];
  for (const row of rows) {
    while ((above.at(-1)?.level ?? -1) >= row.tlevel) above.pop();
    above.push({ level: row.tlevel, name: row.name });
    if (row.folder !== 0) continue;
    const path = above.map((step) => step.name).join(" -> ");
    entries.push({ unit: row.unit, path, descr: row.descr, commands: commandsOf(row.id) });
  }
  return entries;
}

function commandEntry(row: CommandRow, params: readonly ParamRow[]): CommandEntry {
  const attachments = params.find((param) => param.value_type === "files");
  return {
    id: row.id,
    name: row.name,
    descr: row.descr,
    fields: params.filter((param) => param !== attachments).map(fieldEntry),
    files: attachments === undefined ? null : { required: attachments.value_req !== 0, descr: attachments.descr },
  };
}

function fieldEntry(row: ParamRow): FieldEntry {
  return {
    name: row.name,
    type: row.value_type,
    required: row.value_req !== 0,
    default: row.value_def === "" ? null : row.value_def,
    descr: row.descr,
  };
}
