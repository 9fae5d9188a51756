import { accessRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { countOwners } from "./count-owners.ts";
import { findGrantables, type Grantable } from "./find-grantable.ts";
import { findHolder, type Holder } from "./find-holder.ts";

/** What changed, and what stood so already; names of rights and `UNIT.Command`. */
export interface ChangedGrants {
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Grants rights and commands to a login or `group:skey`, or takes them back: all that are named, or none when one of the
 * names is unknown. It holds from the next call on.
 */
export async function changeGrants(
  db: Database,
  change: "grant" | "revoke",
  holderName: string,
  names: readonly string[],
): Promise<ChangedGrants | { readonly refusal: string }> {
  if (names.length === 0) return { refusal: accessRefusals.nothingNamed };
  return await db.transaction(async () => {
    const holder = await findHolder(db, holderName);
    if ("refusal" in holder) return holder;
    const grantables = await findAll(db, names);
    if ("refusal" in grantables) return grantables;
    if (change === "revoke" && grantables.some((one) => one.name === "PUT_AGENT_OPTION")) {
      if ((await countOwners(db, { grantsOf: holder })) === 0) return { refusal: accessRefusals.lastOwner };
    }
    const changed: string[] = [];
    const unchanged: string[] = [];
    const apply = change === "grant" ? grant : revoke;
    for (const one of grantables) ((await apply(db, one, holder)) ? changed : unchanged).push(one.name);
    return { changed, unchanged };
  });
}

/** Everything the names stand for, once each. */
async function findAll(db: Database, names: readonly string[]): Promise<Grantable[] | { readonly refusal: string }> {
  const found = new Map<string, Grantable>();
  for (const name of names) {
    const grantables = await findGrantables(db, name);
    if ("refusal" in grantables) return grantables;
    for (const one of grantables) found.set(one.name, one);
  }
  return [...found.values()];
}

async function grant(db: Database, { table, column, id }: Grantable, holder: Holder): Promise<boolean> {
  const rows = await db.all(`SELECT id FROM {DBNICK}_${table} WHERE ${column} = ? AND ${holder.column} = ?`, [
    id,
    holder.id,
  ]);
  if (rows.length > 0) return false;
  await db.run(`INSERT INTO {DBNICK}_${table} (id, ${column}, ${holder.column}) VALUES (?, ?, ?)`, [
    await nextId(db, table),
    id,
    holder.id,
  ]);
  return true;
}

async function revoke(db: Database, { table, column, id }: Grantable, holder: Holder): Promise<boolean> {
  const { affected } = await db.run(`DELETE FROM {DBNICK}_${table} WHERE ${column} = ? AND ${holder.column} = ?`, [
    id,
    holder.id,
  ]);
  return affected > 0;
}
