import type { Database } from "../sql/database.ts";

/** The keys of the rights a person holds, of their own or through their groups, in the tree's order; none when blocked. */
export async function readRights(db: Database, personId: number): Promise<string[]> {
  const rows = await db.all<{ command: string }>(
    `SELECT o.command FROM {DBNICK}_oper o
     WHERE o.command <> '' AND EXISTS (
       SELECT 1 FROM {DBNICK}_oper_right r JOIN {DBNICK}_user u
         ON u.id = r.user_id OR u.group_id = r.group_id OR u.add_group_id = r.group_id
       WHERE r.oper_id = o.id AND u.id = ? AND u.is_blocked = 0)
     ORDER BY o.absindex`,
    [personId],
  );
  return rows.map((row) => row.command);
}

/** Where every right stands in the rights tree, by its key: `Tools → Execute` in the store's language. */
export async function readRightPaths(db: Database): Promise<Map<string, string>> {
  const rows = await db.all<{ name: string; tlevel: number; command: string }>(
    "SELECT name, tlevel, command FROM {DBNICK}_oper ORDER BY absindex",
  );
  const paths = new Map<string, string>();
  const above: string[] = [];
  for (const { name, tlevel, command } of rows) {
    above.splice(tlevel, above.length, name);
    if (command !== "") paths.set(command, above.join(" → "));
  }
  return paths;
}
