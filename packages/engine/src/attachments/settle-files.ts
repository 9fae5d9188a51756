import { rm } from "node:fs/promises";
import { join } from "node:path";
import { attachmentRefusals } from "@prilavok/protocol";
import { changeThrough } from "./change-tables.ts";
import type { FilesContext } from "./files-context.ts";
import type { LaidFile } from "./keep-files.ts";
import { deleteRows, filesTables } from "./remove-rows.ts";

/**
 * What becomes of the attachments once their command has answered: they are its own as soon as it names one of them in
 * its `files`, else all go, row and file. Answers the sentence for the message, where there is something to say.
 */
export async function settleFiles(
  laid: readonly LaidFile[],
  taken: unknown,
  command: string,
  context: FilesContext,
): Promise<string | undefined> {
  if (laid.length === 0 || namesOne(laid, taken)) return undefined;
  const rows = laid.map(({ entity, id }) => ({ entity, id: String(id) }));
  const end = await changeThrough(context, filesTables(rows), async (db) => ({ deleted: await deleteRows(db, rows) }));
  if ("refusal" in end) return attachmentRefusals.stay(laid.length, command, end.refusal);
  for (const { path, file_name } of laid) {
    // The command has done its work: a file that stays is the audit's.
    const leave = (error: unknown): void =>
      context.log(`an attachment nobody took stays on the disk: ${String(error)}`);
    await rm(join(context.dir, path, file_name), { force: true }).catch(leave);
  }
  return attachmentRefusals.gone(laid.length, command);
}

function namesOne(laid: readonly LaidFile[], taken: unknown): boolean {
  if (!Array.isArray(taken)) return false;
  const own = new Set(laid.map(({ entity, id }) => `${entity} ${id}`));
  return taken.some((row: unknown) => {
    if (typeof row !== "object" || row === null || !("entity" in row) || !("id" in row)) return false;
    return own.has(`${String(row.entity)} ${String(row.id)}`);
  });
}
