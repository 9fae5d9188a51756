import type { Db } from "@prilavok/sdk";

/**
 * Whether a person may fill a section. A section for which `topic_right` names somebody is kept to the people and groups it
 * names with `for_frame` or `for_ctrl`; one that it does not know follows the section above, and so up to the top, where all
 * is open. The owner fills everything.
 */
export type MayFill = (topicId: number) => boolean;

export async function readSectionRights(db: Db, personId: number): Promise<MayFill> {
  const rights = await db.rows(
    `SELECT r.topic_id, MAX((r.for_frame = 1 OR r.for_ctrl = 1)
        AND (COALESCE(r.user_id = u.id, 0) OR COALESCE(r.group_id IN (u.group_id, u.add_group_id), 0))) AS mine
     FROM {DBNICK}_topic_right r CROSS JOIN {DBNICK}_user u WHERE u.id = :PERSON GROUP BY r.topic_id`,
    { PERSON: personId },
  );
  if (rights.length === 0 || (await isOwner(db, personId))) return () => true;
  const mine = new Map(rights.map((row) => [row.topic_id, row.mine === "1"]));
  const topics = await db.rows("SELECT id, tindex FROM {DBNICK}_topic");
  const above = new Map(topics.map((row) => [row.id, row.tindex]));
  return (topicId) => {
    const seen = new Set<string>();
    for (let id: string | null | undefined = String(topicId); id && !seen.has(id); id = above.get(id)) {
      const known = mine.get(id);
      if (known !== undefined) return known;
      seen.add(id);
    }
    return true;
  };
}

async function isOwner(db: Db, personId: number): Promise<boolean> {
  const rows = await db.rows(
    `SELECT 1 FROM {DBNICK}_oper o JOIN {DBNICK}_oper_right r ON r.oper_id = o.id
     JOIN {DBNICK}_user u ON u.id = r.user_id OR u.group_id = r.group_id OR u.add_group_id = r.group_id
     WHERE o.command = 'PUT_AGENT_OPTION' AND u.id = :PERSON`,
    { PERSON: personId },
  );
  return rows.length > 0;
}
