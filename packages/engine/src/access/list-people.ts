import type { Database } from "../sql/database.ts";

/** A person as lists show them; groups by their keys, null where there is none. */
export interface ListedPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly group: string | null;
  readonly additionalGroup: string | null;
  readonly blocked: boolean;
}

interface PersonRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly main_skey: string | null;
  readonly additional_skey: string | null;
  readonly is_blocked: number;
}

export async function listPeople(db: Database): Promise<ListedPerson[]> {
  const rows = await db.all<PersonRow>(
    `SELECT u.id, u.login, u.name, m.skey AS main_skey, a.skey AS additional_skey, u.is_blocked
     FROM {DBNICK}_user u
     LEFT JOIN {DBNICK}_user_group m ON m.id = u.group_id
     LEFT JOIN {DBNICK}_user_group a ON a.id = u.add_group_id
     ORDER BY u.id`,
  );
  return rows.map(({ id, login, name, main_skey, additional_skey, is_blocked }) => ({
    id,
    login,
    name,
    group: main_skey,
    additionalGroup: additional_skey,
    blocked: is_blocked !== 0,
  }));
}
