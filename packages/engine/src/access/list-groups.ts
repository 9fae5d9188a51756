import type { Database } from "../sql/database.ts";

export interface ListedGroup {
  readonly id: number;
  readonly skey: string;
  readonly name: string;
  /** How many people it is the main or the additional group of. */
  readonly people: number;
}

export async function listGroups(db: Database): Promise<ListedGroup[]> {
  return await db.all<ListedGroup>(
    `SELECT g.id, g.skey, g.name,
       (SELECT COUNT(*) FROM {DBNICK}_user u WHERE u.group_id = g.id OR u.add_group_id = g.id) AS people
     FROM {DBNICK}_user_group g ORDER BY g.pos, g.id`,
  );
}
