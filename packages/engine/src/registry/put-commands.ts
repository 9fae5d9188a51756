import type { Database, SqlValue } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import type { ToolDraft } from "./tool-draft.ts";

type CommandDraft = ToolDraft["commands"][number];

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Brings a tool's commands and fields in the registry to those of the draft; a name that stays keeps its id, and so its grants. */
export async function putCommands(db: Database, toolId: number, commands: readonly CommandDraft[]): Promise<void> {
  const kept = await putNamed(db, "agent_tool_command", "tool_id", toolId, commands.map(commandRow));
  for (const gone of kept.gone) await removeCommand(db, gone);
  for (const [at, command] of commands.entries()) {
    const fields = await putNamed(db, "agent_tool_param", "command_id", kept.ids[at] ?? 0, paramRows(command));
    for (const gone of fields.gone) await db.run("DELETE FROM {DBNICK}_agent_tool_param WHERE id = ?", [gone]);
  }
}

/** Takes a command out of the registry, with its fields and its grants. */
export async function removeCommand(db: Database, id: number): Promise<void> {
  await db.run("DELETE FROM {DBNICK}_agent_tool_right WHERE command_id = ?", [id]);
  await db.run("DELETE FROM {DBNICK}_agent_tool_param WHERE command_id = ?", [id]);
  await db.run("DELETE FROM {DBNICK}_agent_tool_command WHERE id = ?", [id]);
}

/** Rows by name under one owner, in their order: updates the known ones, adds the new; answers the ids of both and of the rest. */
async function putNamed(
  db: Database,
  table: "agent_tool_command" | "agent_tool_param",
  ownerColumn: "tool_id" | "command_id",
  ownerId: number,
  rows: readonly Readonly<Record<string, SqlValue>>[],
): Promise<{ readonly ids: readonly number[]; readonly gone: readonly number[] }> {
  const before = await db.all<NamedRow>(`SELECT id, name FROM {DBNICK}_${table} WHERE ${ownerColumn} = ?`, [ownerId]);
  const idByName = new Map(before.map((row) => [row.name.toLowerCase(), row.id]));
  const ids: number[] = [];
  for (const [at, row] of rows.entries()) {
    const columns = { ...row, pos: at + 1 };
    const known = idByName.get(String(row.name).toLowerCase());
    if (known === undefined) {
      ids.push(await addRow(db, table, { [ownerColumn]: ownerId, ...columns }));
    } else {
      const assignments = Object.keys(columns).map((column) => `${column} = ?`);
      await db.run(`UPDATE {DBNICK}_${table} SET ${assignments.join(", ")} WHERE id = ?`, [
        ...Object.values(columns),
        known,
      ]);
      ids.push(known);
    }
  }
  return { ids, gone: before.map((row) => row.id).filter((id) => !ids.includes(id)) };
}

async function addRow(db: Database, table: string, columns: Readonly<Record<string, SqlValue>>): Promise<number> {
  const id = await nextId(db, table);
  const names = ["id", ...Object.keys(columns)];
  const marks = names.map(() => "?").join(", ");
  await db.run(`INSERT INTO {DBNICK}_${table} (${names.join(", ")}) VALUES (${marks})`, [
    id,
    ...Object.values(columns),
  ]);
  return id;
}

function commandRow({ name, descr }: CommandDraft): Record<string, SqlValue> {
  return { name, descr };
}

/** Attachments stand among the fields as one of the type `files`. */
function paramRows({ fields, files }: CommandDraft): Record<string, SqlValue>[] {
  const attachments = files === null ? [] : [{ name: "files", type: "files", default: null, ...files }];
  return [...fields, ...attachments].map((field) => ({
    name: field.name,
    descr: field.descr,
    value_type: field.type,
    value_req: field.required ? 1 : 0,
    value_def: field.default ?? "",
  }));
}
