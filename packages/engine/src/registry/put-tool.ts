import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { treePlaces } from "../store/tree-places.ts";
import { putCommands } from "./put-commands.ts";
import { splitPath, type ToolDraft } from "./tool-draft.ts";

interface NodeRow {
  readonly id: number;
  readonly name: string;
  readonly tindex: number;
  readonly tlevel: number;
  readonly absindex: number;
  readonly folder: number;
  readonly unit: string;
}

/**
 * Puts a checked tool into the registry in one transaction: the folders of its path are made where they are missing, a
 * tool that stands already is brought up to date. Ids and grants stay; what the tool no longer has goes with its grants.
 */
export async function putTool(db: Database, unit: string, tool: ToolDraft): Promise<"added" | "updated"> {
  return await db.transaction(async () => {
    const nodes = await readNodes(db);
    const names = splitPath(tool.path);
    const parentId = await putFolders(db, nodes, names.slice(0, -1));
    const known = nodes.find((node) => node.folder === 0 && node.unit.toUpperCase() === unit.toUpperCase());
    const id = known?.id ?? (await addNode(db, { tindex: parentId, folder: 0, unit }));
    await db.run("UPDATE {DBNICK}_agent_tool SET name = ?, descr = ?, tindex = ? WHERE id = ?", [
      names.at(-1) ?? "",
      tool.descr,
      parentId,
      id,
    ]);
    await placeNodes(db);
    await putCommands(db, id, tool.commands);
    return known === undefined ? "added" : "updated";
  });
}

/** In the tree's order; a row that has no place yet stands behind those that do. */
async function readNodes(db: Database): Promise<NodeRow[]> {
  return await db.all<NodeRow>(
    `SELECT id, name, tindex, tlevel, absindex, folder, unit FROM {DBNICK}_agent_tool
     ORDER BY CASE WHEN absindex = 0 THEN 1 ELSE 0 END, absindex, id`,
  );
}

/** Answers the id of the last folder, 0 for the top. */
async function putFolders(db: Database, nodes: readonly NodeRow[], names: readonly string[]): Promise<number> {
  let parentId = 0;
  for (const name of names) {
    const known = nodes.find((node) => node.folder !== 0 && node.tindex === parentId && node.name === name);
    parentId = known?.id ?? (await addNode(db, { tindex: parentId, folder: 1, unit: "", name }));
  }
  return parentId;
}

async function addNode(
  db: Database,
  node: { readonly tindex: number; readonly folder: number; readonly unit: string; readonly name?: string },
): Promise<number> {
  const id = await nextId(db, "agent_tool");
  await db.run("INSERT INTO {DBNICK}_agent_tool (id, name, tindex, folder, unit) VALUES (?, ?, ?, ?, ?)", [
    id,
    node.name ?? "",
    node.tindex,
    node.folder,
    node.unit,
  ]);
  return id;
}

/** Writes the level and the place of every row whose own are not right. */
async function placeNodes(db: Database): Promise<void> {
  const nodes = await readNodes(db);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, tlevel, absindex } of treePlaces(nodes, 0)) {
    const node = byId.get(id);
    if (node?.tlevel === tlevel && node.absindex === absindex) continue;
    await db.run("UPDATE {DBNICK}_agent_tool SET tlevel = ?, absindex = ? WHERE id = ?", [tlevel, absindex, id]);
  }
}
