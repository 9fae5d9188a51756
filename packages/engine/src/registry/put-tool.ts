import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { putCommands } from "./put-commands.ts";
import { splitPath, type ToolDraft } from "./tool-draft.ts";
import { placeNodes, readNodes, type ToolNode } from "./tool-nodes.ts";

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

/** Answers the id of the last folder, 0 for the top. */
async function putFolders(db: Database, nodes: readonly ToolNode[], names: readonly string[]): Promise<number> {
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
