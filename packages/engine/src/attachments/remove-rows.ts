import { attachmentRefusals, type FileAddress } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { changeThrough } from "./change-tables.ts";
import { checkEntities } from "./check-entries.ts";
import type { FilesContext, Refusal } from "./files-context.ts";
import { firstMissing, inChunks } from "./first-missing.ts";
import { idValue } from "./id-value.ts";

/** engine_files_remove: the rows go, all of them or none; the files stay on the disk for the audit. */
export async function removeRows(
  files: readonly FileAddress[],
  context: FilesContext,
): Promise<{ readonly removed: number } | Refusal> {
  const refused = await checkEntities(context.db, files);
  if (refused !== undefined) return refused;
  return changeThrough(context, filesTables(files), async (db) => {
    for (const [entity, ids] of byEntity(files)) {
      const missing = await firstMissing(db, `files_${entity}`, ids);
      if (missing !== undefined) return { refusal: attachmentRefusals.noSuchFile(entity, missing) };
    }
    return { removed: await deleteRows(db, files) };
  });
}

/** Deletes the rows that are there and answers how many were. */
export async function deleteRows(db: Database, files: readonly FileAddress[]): Promise<number> {
  let deleted = 0;
  for (const [entity, ids] of byEntity(files)) {
    for (const chunk of inChunks(ids)) {
      const marks = chunk.map(() => "?").join(", ");
      const { affected } = await db.run(
        `DELETE FROM {DBNICK}_files_${entity} WHERE id IN (${marks})`,
        chunk.map(idValue),
      );
      deleted += affected;
    }
  }
  return deleted;
}

/** The tables (bare names) of some files. */
export function filesTables(files: readonly { readonly entity: string }[]): string[] {
  return [...new Set(files.map(({ entity }) => `files_${entity}`))];
}

function byEntity(files: readonly FileAddress[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { entity, id } of files) ids.set(entity, [...(ids.get(entity) ?? []), id]);
  return ids;
}
