import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Database } from "../sql/database.ts";
import { changeTables } from "./change-tables.ts";
import { readEntities } from "./check-entries.ts";
import { filePlace } from "./file-place.ts";
import type { Refusal } from "./files-context.ts";
import { findAbandoned } from "./incoming-file.ts";
import { deleteRows } from "./remove-rows.ts";

/** A row whose file is not on the disk; `path` is empty for a row that names no place under `files/`. */
interface LostRow {
  readonly entity: string;
  readonly id: string;
  readonly realName: string;
  readonly path: string;
}

/** A file under `files/` that no row names. */
interface StrayFile {
  readonly path: string;
  readonly sizeBytes: number;
}

export interface FilesAudit {
  readonly lostRows: readonly LostRow[];
  readonly strayFiles: readonly StrayFile[];
  /** Files that have their rows. */
  readonly kept: { readonly files: number; readonly sizeBytes: number };
}

/** The store whose files are looked at; `db` may write where something is to be removed. */
export interface AuditedStore {
  readonly folder: string;
  readonly db: Database;
  readonly timezone: string;
}

interface FileRow {
  readonly id: number;
  readonly real_name: string;
  readonly file_name: string;
  readonly upload_time: string;
}

const PAGE_ROWS = 2000;

/** Lays the rows of element files and what stands under `files/` side by side. A download or upload at work is left out. */
export async function auditFiles({ folder, db }: AuditedStore): Promise<FilesAudit> {
  const sizes = await readSizes(folder);
  const lostRows: LostRow[] = [];
  const kept = { files: 0, sizeBytes: 0 };
  for await (const row of readRows(db)) {
    const sizeBytes = sizes.get(row.path) ?? (await sizeOf(folder, row.path));
    sizes.delete(row.path);
    if (sizeBytes === undefined) {
      lostRows.push(row);
    } else {
      kept.files += 1;
      kept.sizeBytes += sizeBytes;
    }
  }
  return { lostRows, strayFiles: [...sizes].map(([path, sizeBytes]) => ({ path, sizeBytes })), kept };
}

/**
 * Removes what an audit found, as far as it still is so: all in one change of the files' tables, which nobody else may
 * have in work.
 */
export async function removeAudited(
  { folder, db, timezone }: AuditedStore,
  audit: FilesAudit,
): Promise<{ readonly rows: number; readonly files: number } | Refusal> {
  const tables = (await readEntities(db)).map((entity) => `files_${entity}`);
  return changeTables(db, tables, timezone, async () => {
    const stray = new Set(audit.strayFiles.map(({ path }) => path));
    for await (const { path } of readRows(db)) stray.delete(path);
    for (const path of stray) await removeFile(folder, path);
    const lost: LostRow[] = [];
    for (const row of audit.lostRows) if ((await sizeOf(folder, row.path)) === undefined) lost.push(row);
    return { rows: await deleteRows(db, lost), files: stray.size };
  });
}

async function* readRows(db: Database): AsyncGenerator<LostRow, void, void> {
  for (const entity of await readEntities(db)) {
    let rows: FileRow[] = [];
    let last = -1;
    do {
      rows = await db.all<FileRow>(
        `SELECT id, real_name, file_name, upload_time FROM {DBNICK}_files_${entity} WHERE id > ? ORDER BY id LIMIT ${PAGE_ROWS}`,
        [last],
      );
      for (const { id, real_name, file_name, upload_time } of rows) {
        yield { entity, id: String(id), realName: real_name, path: filePlace(upload_time, file_name) ?? "" };
        last = id;
      }
    } while (rows.length === PAGE_ROWS);
  }
}

/** The size of everything under `files/` by its path; names that begin with a dot are at work, but for the abandoned. */
async function readSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const look = async (path: string): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    for (const entry of entries.filter(({ name }) => !name.startsWith("."))) {
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory()) await look(inside);
      else if (entry.isFile()) sizes.set(inside, (await sizeOf(folder, inside)) ?? 0);
    }
  };
  await look("files");
  for (const name of await findAbandoned(folder))
    sizes.set(`files/${name}`, (await sizeOf(folder, `files/${name}`)) ?? 0);
  return sizes;
}

async function sizeOf(folder: string, path: string): Promise<number | undefined> {
  if (path === "") return undefined;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Takes a file away, and the folders it leaves empty. */
async function removeFile(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let parent = dirname(path); parent !== "files"; parent = dirname(parent)) {
    const emptied = await rmdir(join(folder, parent)).then(
      () => true,
      () => false,
    );
    if (!emptied) return;
  }
}
