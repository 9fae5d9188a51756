import type { Database } from "../sql/database.ts";
import { treePlaces } from "../store/tree-places.ts";

/** A folder or an AI tool in the tree of the registry. */
export interface ToolNode {
  readonly id: number;
  readonly name: string;
  readonly tindex: number;
  readonly tlevel: number;
  readonly absindex: number;
  readonly folder: number;
  readonly unit: string;
}

/** In the tree's order; a row that has no place yet stands behind those that do. */
export async function readNodes(db: Database): Promise<ToolNode[]> {
  return await db.all<ToolNode>(
    `SELECT id, name, tindex, tlevel, absindex, folder, unit FROM {DBNICK}_agent_tool
     ORDER BY CASE WHEN absindex = 0 THEN 1 ELSE 0 END, absindex, id`,
  );
}

/** Writes the level and the place of every row whose own are not right. */
export async function placeNodes(db: Database): Promise<void> {
  const nodes = await readNodes(db);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, tlevel, absindex } of treePlaces(nodes, 0)) {
    const node = byId.get(id);
    if (node?.tlevel === tlevel && node.absindex === absindex) continue;
    await db.run("UPDATE {DBNICK}_agent_tool SET tlevel = ?, absindex = ? WHERE id = ?", [tlevel, absindex, id]);
  }
}
