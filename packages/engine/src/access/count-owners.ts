import type { Database } from "../sql/database.ts";
import type { Holder } from "./find-holder.ts";

/**
 * How many people may change the AI settings and are not blocked, were `without` taken out: a person as a whole, or
 * what is granted to a holder.
 */
export async function countOwners(
  db: Database,
  without: { readonly person: number } | { readonly grantsOf: Holder },
): Promise<number> {
  const [clause, value] =
    "person" in without
      ? ["u.id <> ?", without.person]
      : [`COALESCE(r.${without.grantsOf.column}, 0) <> ?`, without.grantsOf.id];
  const [row] = await db.all<{ owners: number }>(
    `SELECT COUNT(DISTINCT u.id) AS owners FROM {DBNICK}_oper o
     JOIN {DBNICK}_oper_right r ON r.oper_id = o.id
     JOIN {DBNICK}_user u ON u.id = r.user_id OR u.group_id = r.group_id OR u.add_group_id = r.group_id
     WHERE o.command = 'PUT_AGENT_OPTION' AND u.is_blocked = 0 AND ${clause}`,
    [value],
  );
  return row?.owners ?? 0;
}
