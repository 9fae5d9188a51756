import { wallClock } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { nextId } from "../store/next-id.ts";
import { checkElements } from "./check-entries.ts";
import { fileFolder } from "./file-place.ts";
import type { FilesContext, Refusal } from "./files-context.ts";
import { idValue } from "./id-value.ts";
import { syncFolders } from "./incoming-file.ts";
import type { ReceivedFile } from "./receive-parts.ts";
import { safeExtension } from "./safe-extension.ts";

/** An element file as it was laid out: its row, its place, and what the entry said beyond them. */
export interface LaidFile {
  readonly entity: string;
  readonly id: number;
  readonly elem_id: number | string;
  readonly kind_key: string;
  readonly file_name: string;
  /** Its folder under the store's directory, with `/`. */
  readonly path: string;
  readonly real_name: string;
  /** Bytes stored. */
  readonly size: number;
  readonly pos: number;
  readonly more: Readonly<Record<string, unknown>>;
}

type FileContext = Pick<FilesContext, "dir" | "timezone" | "personId">;

/** Rows in one statement. */
const INSERTED = 100;

/**
 * Gives received files their ids, their places and their rows, at the end of each element's list; stands in the caller's
 * transaction. A file that finds its place before a crash has no row, and its id is given again.
 */
export async function keepFiles(
  db: Database,
  received: readonly ReceivedFile[],
  context: FileContext,
): Promise<readonly LaidFile[] | Refusal> {
  const uploadTime = wallClock(new Date(), context.timezone);
  const path = fileFolder(uploadTime) ?? "";
  const laid = new Map<ReceivedFile, LaidFile>();
  for (const entity of new Set(received.map(({ entry }) => entry.entity))) {
    const own = received.filter(({ entry }) => entry.entity === entity);
    const refused = await checkElements(
      db,
      entity,
      own.map(({ entry }) => entry),
    );
    if (refused !== undefined) return refused;
    for (const [file, row] of await makeRows(db, entity, own, path, context.personId)) laid.set(file, row);
  }
  for (const [{ file }, { file_name }] of laid) await file.moveTo(path + file_name);
  await syncFolders(context.dir, path);
  const rows = received.map((file) => laid.get(file)).filter((row) => row !== undefined);
  await insertRows(db, rows, uploadTime);
  return rows;
}

async function makeRows(
  db: Database,
  entity: string,
  files: readonly ReceivedFile[],
  path: string,
  personId: number,
): Promise<[ReceivedFile, LaidFile][]> {
  const ends = await readListEnds(db, entity, files);
  let id = await nextId(db, `files_${entity}`, files.length);
  return files.map((received) => {
    const { entry, name, file } = received;
    const pos = (ends.get(entry.elemId) ?? 0) + 1;
    ends.set(entry.elemId, pos);
    const row: LaidFile = {
      entity,
      id,
      elem_id: idValue(entry.elemId),
      kind_key: entry.kindKey,
      file_name: `files_${entity}_${personId}_${id}${safeExtension(name)}`,
      path,
      real_name: entry.realName ?? name,
      size: file.sizeBytes,
      pos,
      more: entry.more,
    };
    id += 1;
    return [received, row];
  });
}

/** The last `pos` of each element that has files, by the element's id. */
async function readListEnds(
  db: Database,
  entity: string,
  files: readonly ReceivedFile[],
): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const elemId of new Set(files.map(({ entry }) => entry.elemId))) {
    const [row] = await db.all<{ pos: number | string | null }>(
      `SELECT max(pos) AS pos FROM {DBNICK}_files_${entity} WHERE elem_id = ?`,
      [idValue(elemId)],
    );
    ends.set(elemId, Number(row?.pos ?? 0));
  }
  return ends;
}

async function insertRows(db: Database, rows: readonly LaidFile[], uploadTime: string): Promise<void> {
  for (const entity of new Set(rows.map((row) => row.entity))) {
    const own = rows.filter((row) => row.entity === entity);
    for (let at = 0; at < own.length; at += INSERTED) {
      const values = own
        .slice(at, at + INSERTED)
        .map((row) => [
          row.id,
          row.elem_id,
          row.kind_key,
          row.file_name,
          row.size,
          uploadTime,
          1,
          row.real_name,
          row.pos,
        ]);
      const marks = values.map((row) => `(${row.map(() => "?").join(", ")})`).join(", ");
      await db.run(
        `INSERT INTO {DBNICK}_files_${entity}
           (id, elem_id, kind_key, file_name, file_size, upload_time, upload_ok, real_name, pos) VALUES ${marks}`,
        values.flat(),
      );
    }
  }
}
