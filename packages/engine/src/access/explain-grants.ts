import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { readRightPaths } from "./read-rights.ts";

/** Why a person may do something: `own`, `group:<skey>`, `additional group:<skey>`, or `owner` of every command. */
type Reason = string;

/** What a person may do and why; a blocked one may do nothing of it for now. */
export interface ExplainedGrants {
  readonly login: string;
  readonly name: string;
  readonly blocked: boolean;
  readonly rights: readonly { readonly right: string; readonly path: string; readonly why: readonly Reason[] }[];
  readonly commands: readonly { readonly unit: string; readonly command: string; readonly why: readonly Reason[] }[];
}

interface PersonRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly is_blocked: number;
}

/** `skey` is the group's, empty for what is granted to the person. */
interface HeldRow {
  readonly item_id: number;
  readonly through: string;
  readonly skey: string;
}

/** Rights in the tree's order, commands in the registry's. */
export async function explainGrants(
  db: Database,
  login: string,
): Promise<ExplainedGrants | { readonly refusal: string }> {
  const [person] = await db.all<PersonRow>("SELECT id, login, name, is_blocked FROM {DBNICK}_user WHERE login = ?", [
    login,
  ]);
  if (person === undefined) return { refusal: accessRefusals.noSuchPerson(login) };
  const rights = await explainRights(db, person.id);
  const owner = rights.some(({ right }) => right === "PUT_AGENT_OPTION");
  return {
    login: person.login,
    name: person.name,
    blocked: person.is_blocked !== 0,
    rights,
    commands: await explainCommands(db, person.id, owner),
  };
}

async function explainRights(db: Database, personId: number): Promise<ExplainedGrants["rights"]> {
  const why = await readReasons(db, "oper_right", "oper_id", personId);
  const paths = await readRightPaths(db);
  const rows = await db.all<{ id: number; command: string }>(
    "SELECT id, command FROM {DBNICK}_oper WHERE command <> '' ORDER BY absindex",
  );
  return rows
    .filter((row) => why.has(row.id))
    .map((row) => ({ right: row.command, path: paths.get(row.command) ?? "", why: why.get(row.id) ?? [] }));
}

async function explainCommands(db: Database, personId: number, owner: boolean): Promise<ExplainedGrants["commands"]> {
  const why = await readReasons(db, "agent_tool_right", "command_id", personId);
  const rows = await db.all<{ id: number; unit: string; command: string }>(
    `SELECT c.id, UPPER(t.unit) AS unit, c.name AS command
     FROM {DBNICK}_agent_tool_command c JOIN {DBNICK}_agent_tool t ON t.id = c.tool_id
     ORDER BY t.absindex, t.id, c.pos, c.id`,
  );
  return rows
    .map(({ id, unit, command }) => ({ unit, command, why: [...(owner ? ["owner"] : []), ...(why.get(id) ?? [])] }))
    .filter((entry) => entry.why.length > 0);
}

/** By the id of what is held. */
async function readReasons(
  db: Database,
  table: "oper_right" | "agent_tool_right",
  column: "oper_id" | "command_id",
  personId: number,
): Promise<Map<number, Reason[]>> {
  const rows = await db.all<HeldRow>(
    `SELECT r.${column} AS item_id, 'own' AS through, '' AS skey, 1 AS place
     FROM {DBNICK}_${table} r WHERE r.user_id = ?
     UNION SELECT r.${column}, 'group', g.skey, 2
     FROM {DBNICK}_${table} r JOIN {DBNICK}_user_group g ON g.id = r.group_id
     JOIN {DBNICK}_user u ON u.group_id = g.id WHERE u.id = ?
     UNION SELECT r.${column}, 'additional group', g.skey, 3
     FROM {DBNICK}_${table} r JOIN {DBNICK}_user_group g ON g.id = r.group_id
     JOIN {DBNICK}_user u ON u.add_group_id = g.id WHERE u.id = ?
     ORDER BY place`,
    [personId, personId, personId],
  );
  const reasons = new Map<number, Reason[]>();
  for (const { item_id, through, skey } of rows) {
    const reason = skey === "" ? through : `${through}:${skey}`;
    reasons.set(item_id, [...(reasons.get(item_id) ?? []), reason]);
  }
  return reasons;
}
