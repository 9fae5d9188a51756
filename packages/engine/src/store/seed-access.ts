import type { Database } from "../sql/database.ts";
import { nextId } from "./next-id.ts";
import { RIGHTS_TREE, type RightNode } from "./rights-tree.ts";
import type { Language } from "./store-settings.ts";
import { treePlaces } from "./tree-places.ts";

const OWNER_NAMES = { en: "Owner", ru: "Владелец", uk: "Власник" } as const;

/** A row of `oper` before it has its place in the tree. */
interface OperRow {
  readonly id: number;
  readonly tindex: number;
  readonly name: string;
  readonly command: string;
}

/** Puts the rights tree into a new store, in its language, and the owner `admin`, who holds every right. */
export async function seedAccess(db: Database, language: Language): Promise<void> {
  const rows = operRows(RIGHTS_TREE, language);
  const places = new Map(treePlaces(rows, 0).map((place) => [place.id, place]));
  await nextId(db, "oper", rows.length);
  for (const { id, tindex, name, command } of rows) {
    await db.run(
      `INSERT INTO {DBNICK}_oper (id, name, tindex, tlevel, absindex, folder, command) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [id, name, tindex, places.get(id)?.tlevel ?? 0, places.get(id)?.absindex ?? 0, command === "" ? 1 : 0, command],
    );
  }
  const ownerId = await nextId(db, "user");
  await db.run("INSERT INTO {DBNICK}_user (id, login, name) VALUES (?, 'admin', ?)", [ownerId, OWNER_NAMES[language]]);
  const rights = rows.filter((row) => row.command !== "");
  const firstId = await nextId(db, "oper_right", rights.length);
  for (const [at, { id }] of rights.entries()) {
    await db.run("INSERT INTO {DBNICK}_oper_right (id, oper_id, user_id) VALUES (?, ?, ?)", [
      firstId + at,
      id,
      ownerId,
    ]);
  }
}

/** The tree as rows, numbered from 1 in preorder: the store is new and its generators stand at 0. */
function operRows(nodes: readonly RightNode[], language: Language, parent = 0, before = 0): OperRow[] {
  const rows: OperRow[] = [];
  for (const node of nodes) {
    const id = before + rows.length + 1;
    rows.push({ id, tindex: parent, name: node.names[language], command: node.key ?? "" });
    rows.push(...operRows(node.children ?? [], language, id, id));
  }
  return rows;
}
