import type { Attachment, Db } from "@prilavok/sdk";
import type { DerivedFile } from "./derive-all.ts";

/** A row of `files_<entity>` that landed. */
export interface FileRow {
  readonly id: number;
  readonly elem_id: number;
  readonly kind_key: string;
  readonly file_name: string;
  readonly path: string;
  readonly real_name: string;
  readonly size: number;
  readonly pos: number;
  /** The file it is derived from. */
  readonly parent_id: number | null;
}

/** The row of a file as Core laid it out. */
export function rowOfOriginal(file: Attachment): FileRow {
  const { id, elem_id, kind_key, file_name, path, real_name, size, pos } = file;
  return { id, elem_id, kind_key, file_name, path, real_name, size, pos, parent_id: null };
}

/** The rows that one entity's derived pictures are to have, at the end of their elements' lists. */
export async function placeDerived(db: Db, entity: string, derived: readonly DerivedFile[]): Promise<FileRow[]> {
  if (derived.length === 0) return [];
  const lasts = await db.rows(
    `SELECT elem_id, MAX(pos) AS last FROM {DBNICK}_files_${entity} WHERE elem_id IN (:IDS) GROUP BY elem_id`,
    { IDS: [...new Set(derived.map(({ original }) => original.elem_id))] },
  );
  const ends = new Map(lasts.map(({ elem_id: id, last }) => [id, Number(last)]));
  return derived.map(({ original, ...file }) => {
    const { elem_id, path } = original;
    const pos = (ends.get(String(elem_id)) ?? 0) + 1;
    ends.set(String(elem_id), pos);
    return { ...file, elem_id, path, pos, parent_id: original.id };
  });
}

/** Writes the rows of derived pictures; stands in a transaction. */
export async function insertDerived(db: Db, entity: string, rows: readonly FileRow[]): Promise<void> {
  if (rows.length === 0) return;
  const table = `files_${entity}`;
  // The place of a file follows from its time: what lies beside its original has the original's.
  const [original] = await db.rows(`SELECT upload_time FROM {DBNICK}_${table} WHERE id = :ID`, {
    ID: rows[0]?.parent_id,
  });
  await db.insert(
    table,
    rows.map(({ id, elem_id, kind_key, file_name, real_name, size, pos, parent_id }) => ({
      id,
      elem_id,
      kind_key,
      file_name,
      file_size: size,
      upload_time: original?.upload_time,
      upload_ok: 1,
      real_name,
      parent_id,
      pos,
    })),
  );
}
