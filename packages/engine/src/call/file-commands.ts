import { attachmentRefusals, type FileAddress, type FileWish, readFileAddress, readFileWish } from "@prilavok/protocol";
import type { FilesContext, Refusal } from "../attachments/files-context.ts";
import type { LaidFile } from "../attachments/keep-files.ts";
import { layOut } from "../attachments/lay-out.ts";
import { listFiles } from "../attachments/list-files.ts";
import { removeRows } from "../attachments/remove-rows.ts";
import type { CommandContext, CommandEnd } from "./core.ts";

const ADDED_COLUMNS = ["entity", "elem_id", "id", "kind_key", "real_name", "path", "size", "pos"];

/** engine_files_add: the files of the call become files of their elements, all of them or none. */
export async function addFiles(context: CommandContext): Promise<CommandEnd> {
  const list = context.call.args["files"];
  if (!Array.isArray(list) || list.length === 0) return refused('{"entity": "store", "elem_id": 1532, "file": "…"}');
  const laid = await layOut(list, filesContext(context));
  return "refusal" in laid ? laid : { data: { files: { columns: ADDED_COLUMNS, rows: laid.map(addedRow) } } };
}

function addedRow({ entity, elem_id, id, kind_key, real_name, path, file_name, size, pos }: LaidFile): unknown[] {
  return [entity, elem_id, id, kind_key, real_name, path + file_name, size, pos];
}

/** engine_files_load: what there is of the files asked for; their bytes come one by one (`Core.download`). */
export async function loadFiles(context: CommandContext): Promise<CommandEnd> {
  const wishes = readList<FileWish>(context.call.args["files"], readFileWish);
  if (wishes === undefined) return refused('{"entity": "store", "elem_id": 1532}');
  if ("refusal" in wishes) return wishes;
  const files = await listFiles(wishes, { db: context.db, dir: context.facts.dir });
  return "refusal" in files ? files : { data: { files } };
}

/** engine_files_remove: the rows of the files go, all of them or none. */
export async function removeFiles(context: CommandContext): Promise<CommandEnd> {
  const files = readList<FileAddress>(context.call.args["files"], readFileAddress);
  if (files === undefined) return refused('{"entity": "store", "id": 841}');
  if ("refusal" in files) return files;
  const end = await removeRows(files, filesContext(context));
  return "refusal" in end ? end : { data: { ...end } };
}

/** What element files stand on, out of a call. */
export function filesContext({ facts, db, connectSteps, caller, files, signal, log }: CommandContext): FilesContext {
  const { dir, timezone, filesKb } = facts;
  return { dir, db, connectSteps, timezone, batchKb: filesKb, personId: caller.id, parts: files, signal, log };
}

function readList<Entry extends object>(
  list: unknown,
  read: (entry: Record<string, unknown>) => Entry | Refusal,
): Entry[] | Refusal | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const entries: Entry[] = [];
  for (const given of list) {
    const entry = read(typeof given === "object" ? { ...given } : {});
    if ("refusal" in entry) return entry;
    entries.push(entry);
  }
  return entries;
}

function refused(example: string): Refusal {
  return { refusal: attachmentRefusals.filesRequired(example) };
}
