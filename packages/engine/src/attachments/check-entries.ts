import { attachmentRefusals, type FileEntry, showValue } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import type { Refusal } from "./files-context.ts";
import { firstMissing } from "./first-missing.ts";

/**
 * What has to hold before the first byte of a list is kept: every entity keeps files, every element is there, every
 * kind is in the registry of kinds.
 */
export async function checkEntries(db: Database, entries: readonly FileEntry[]): Promise<Refusal | undefined> {
  const refusal = await checkEntities(db, entries);
  if (refusal !== undefined) return refusal;
  for (const entity of new Set(entries.map((entry) => entry.entity))) {
    const own = entries.filter((entry) => entry.entity === entity);
    const refused = (await checkElements(db, entity, own)) ?? (await checkKinds(db, entity, own));
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Refuses what is no entity: only names that pass may stand in a statement. */
export async function checkEntities(
  db: Database,
  entries: readonly { readonly entity: string }[],
): Promise<Refusal | undefined> {
  const known = new Set(await readEntities(db));
  const unknown = entries.find(({ entity }) => !known.has(entity));
  return unknown && { refusal: attachmentRefusals.unknownEntity(showValue(unknown.entity)) };
}

/** What the store keeps files of: every table whose `files_<entity>` has a generator, by name. */
export async function readEntities(db: Database): Promise<string[]> {
  const rows = await db.all<{ table_name: string }>(
    "SELECT table_name FROM {DBNICK}_generator WHERE substr(table_name, 1, 6) = 'files_' ORDER BY table_name",
  );
  return rows.map(({ table_name }) => table_name.slice("files_".length));
}

/** Refuses the first element that the entity does not have. */
export async function checkElements(
  db: Database,
  entity: string,
  entries: readonly { readonly elemId: string }[],
): Promise<Refusal | undefined> {
  const missing = await firstMissing(
    db,
    entity,
    entries.map(({ elemId }) => elemId),
  );
  return missing === undefined ? undefined : { refusal: attachmentRefusals.elementNotFound(entity, missing) };
}

async function checkKinds(db: Database, entity: string, entries: readonly FileEntry[]): Promise<Refusal | undefined> {
  const rows = await db.all<{ key_name: string }>(
    "SELECT key_name FROM {DBNICK}_key_value WHERE key_code = ? ORDER BY pos, id",
    [`FILES_${entity.toUpperCase()}`],
  );
  const kinds = rows.map(({ key_name }) => key_name);
  const strange = kinds.length === 0 ? undefined : entries.find(({ kindKey }) => !kinds.includes(kindKey));
  return strange && { refusal: attachmentRefusals.noSuchKind(showValue(strange.kindKey), entity, kinds) };
}
