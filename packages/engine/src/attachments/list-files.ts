import { stat } from "node:fs/promises";
import { join } from "node:path";
import { attachmentRefusals, type FileWish } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { checkElements, checkEntities } from "./check-entries.ts";
import { filePlace } from "./file-place.ts";
import type { FilesContext, Refusal } from "./files-context.ts";
import { firstMissing, inChunks } from "./first-missing.ts";
import { idValue } from "./id-value.ts";

/** An element file as it travels: its row, its place under the store's directory, and what stands there. */
export interface ListedFile {
  readonly entity: string;
  readonly id: number | string;
  readonly elem_id: number | string | null;
  readonly kind_key: string;
  readonly real_name: string;
  readonly pos: number;
  /** Bytes on the disk, or what the row says of a file that is not there. */
  readonly size: number;
  /** Empty for a row that names no place under `files/`. */
  readonly path: string;
  /** When the file was last changed, in milliseconds since 1970; null where there is none. */
  readonly changed: number | null;
}

interface FileRow {
  readonly id: number | string;
  readonly elem_id: number | string | null;
  readonly kind_key: string;
  readonly file_name: string;
  readonly file_size: number;
  readonly upload_time: string;
  readonly real_name: string;
  readonly pos: number;
}

type ListContext = Pick<FilesContext, "dir" | "db">;

/** The files that are asked for in the order of the list, each once. */
export async function listFiles(wishes: readonly FileWish[], context: ListContext): Promise<ListedFile[] | Refusal> {
  const refused = await checkEntities(context.db, wishes);
  if (refused !== undefined) return refused;
  const found = new Map<string, ListedFile>();
  for (const entity of new Set(wishes.map((wish) => wish.entity))) {
    const files = await listOfEntity(
      entity,
      wishes.filter((wish) => wish.entity === entity),
      context,
    );
    if ("refusal" in files) return files;
    for (const file of files) found.set(`${entity} ${file.id}`, file);
  }
  return [...found.values()];
}

async function listOfEntity(
  entity: string,
  wishes: readonly FileWish[],
  { db, dir }: ListContext,
): Promise<ListedFile[] | Refusal> {
  const ids = wishes.flatMap((wish) => ("id" in wish ? [wish.id] : []));
  const elements = wishes.filter((wish) => "elemId" in wish);
  const missing = await firstMissing(db, `files_${entity}`, ids);
  if (missing !== undefined) return { refusal: attachmentRefusals.noSuchFile(entity, missing) };
  const refused = await checkElements(db, entity, elements);
  if (refused !== undefined) return refused;
  const rows = [
    ...(await readRows(db, entity, "id", ids)),
    ...(await readRows(
      db,
      entity,
      "elem_id",
      elements.map(({ elemId }) => elemId),
    )),
  ];
  const files: ListedFile[] = [];
  for (const row of rows) files.push(await listedFile(entity, row, dir));
  return files;
}

async function readRows(db: Database, entity: string, column: string, ids: readonly string[]): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const chunk of inChunks(ids)) {
    const read = await db.all<FileRow>(
      `SELECT id, elem_id, kind_key, file_name, file_size, upload_time, real_name, pos
       FROM {DBNICK}_files_${entity} WHERE ${column} IN (${chunk.map(() => "?").join(", ")}) ORDER BY elem_id, pos, id`,
      chunk.map(idValue),
    );
    rows.push(...read);
  }
  return rows;
}

async function listedFile(entity: string, row: FileRow, dir: string): Promise<ListedFile> {
  const { id, elem_id, kind_key, real_name, pos } = row;
  const path = filePlace(row.upload_time, row.file_name);
  const found = path === undefined ? undefined : await stat(join(dir, path)).catch(() => undefined);
  const file = found?.isFile() ? found : undefined;
  return {
    entity,
    id,
    elem_id,
    kind_key,
    real_name,
    pos,
    size: file?.size ?? row.file_size,
    path: path ?? "",
    changed: file === undefined ? null : Math.floor(file.mtimeMs),
  };
}
