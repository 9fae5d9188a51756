import { registryRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { removeCommand } from "./put-commands.ts";
import { placeNodes, readNodes } from "./tool-nodes.ts";

/** A command of the tool and whom it was granted to: a login, or `group:<skey>`. */
interface HeldCommand {
  readonly command: string;
  readonly holder: string;
}

export interface RemovedTool {
  readonly unit: string;
  readonly grants: readonly HeldCommand[];
}

/**
 * Takes a tool out of the registry in one transaction, with its commands, their fields and grants; the module's files and the
 * folders of its path stay. A tool that somebody was granted is refused unless its grants may go.
 */
export async function removeTool(
  db: Database,
  unit: string,
  mayDropGrants: boolean,
): Promise<RemovedTool | { readonly refusal: string }> {
  return await db.transaction(async () => {
    const nodes = await readNodes(db);
    const tool = nodes.find((node) => node.folder === 0 && node.unit.toUpperCase() === unit.toUpperCase());
    if (tool === undefined) return { refusal: registryRefusals.noSuchTool(unit) };
    const grants = await readGrants(db, tool.id);
    if (grants.length > 0 && !mayDropGrants) {
      const held = grants.map(({ command, holder }) => `${command} to ${holder}`);
      return { refusal: registryRefusals.toolGranted(tool.unit.toUpperCase(), held) };
    }
    const commands = await db.all<{ id: number }>("SELECT id FROM {DBNICK}_agent_tool_command WHERE tool_id = ?", [
      tool.id,
    ]);
    for (const { id } of commands) await removeCommand(db, id);
    await db.run("DELETE FROM {DBNICK}_agent_tool WHERE id = ?", [tool.id]);
    await placeNodes(db);
    return { unit: tool.unit.toUpperCase(), grants };
  });
}

async function readGrants(db: Database, toolId: number): Promise<HeldCommand[]> {
  const rows = await db.all<{ command: string; login: string | null; skey: string | null }>(
    `SELECT c.name AS command, u.login AS login, g.skey AS skey
     FROM {DBNICK}_agent_tool_right r JOIN {DBNICK}_agent_tool_command c ON c.id = r.command_id
     LEFT JOIN {DBNICK}_user u ON u.id = r.user_id LEFT JOIN {DBNICK}_user_group g ON g.id = r.group_id
     WHERE c.tool_id = ? ORDER BY c.pos, c.id, u.login, g.skey`,
    [toolId],
  );
  // A grant whose person or group is gone is nobody's.
  return rows.flatMap(({ command, login, skey }) => {
    const holder = login ?? (skey === null ? undefined : `group:${skey}`);
    return holder === undefined ? [] : [{ command, holder }];
  });
}
