import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";

/** What can be granted: a right of the tree or a command of an AI tool, by its row and its name as the store spells it. */
export interface Grantable {
  readonly table: "oper_right" | "agent_tool_right";
  readonly column: "oper_id" | "command_id";
  readonly id: number;
  readonly name: string;
}

/** What a name stands for, in any case: `RIGHT` the right, `UNIT` every command the AI tool has, `UNIT.Command` the one. */
export async function findGrantables(db: Database, name: string): Promise<Grantable[] | { readonly refusal: string }> {
  const [right] = await db.all<{ id: number; command: string }>(
    "SELECT id, command FROM {DBNICK}_oper WHERE command <> '' AND UPPER(command) = ?",
    [name.toUpperCase()],
  );
  if (right !== undefined) {
    return [{ table: "oper_right", column: "oper_id", id: right.id, name: right.command }];
  }
  const [unit = "", command] = name.split(/\.(.*)/s);
  return await findCommands(db, unit, command);
}

async function findCommands(
  db: Database,
  unit: string,
  command: string | undefined,
): Promise<Grantable[] | { readonly refusal: string }> {
  const [tool] = await db.all<{ id: number; unit: string }>(
    "SELECT id, unit FROM {DBNICK}_agent_tool WHERE folder = 0 AND UPPER(unit) = ?",
    [unit.toUpperCase()],
  );
  if (tool === undefined) return { refusal: accessRefusals.noSuchTarget(unit) };
  const address = tool.unit.toUpperCase();
  const rows = await db.all<{ id: number; name: string }>(
    "SELECT id, name FROM {DBNICK}_agent_tool_command WHERE tool_id = ? ORDER BY pos, id",
    [tool.id],
  );
  if (rows.length === 0) return { refusal: accessRefusals.noCommands(address) };
  const named = rows.filter((row) => command === undefined || row.name.toLowerCase() === command.toLowerCase());
  if (named.length === 0) {
    const known = rows.map((row) => row.name);
    return { refusal: accessRefusals.noSuchCommand(address, command ?? "", known) };
  }
  return named.map((row) => ({
    table: "agent_tool_right",
    column: "command_id",
    id: row.id,
    name: `${address}.${row.name}`,
  }));
}
