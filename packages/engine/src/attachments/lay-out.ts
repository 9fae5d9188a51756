import { attachmentRefusals, callRefusals, type FileEntry, readFileEntry, systemReason } from "@prilavok/protocol";
import { readHeldLocks, untilFree } from "../store/held-locks.ts";
import { changeThrough, tableInWork } from "./change-tables.ts";
import { checkEntries } from "./check-entries.ts";
import type { FilesContext, Refusal } from "./files-context.ts";
import { keepFiles, type LaidFile } from "./keep-files.ts";
import { BrokenPart, type ReceivedFile, receiveParts, type SentEntry } from "./receive-parts.ts";
import { filesTables } from "./remove-rows.ts";

/** How long a call waits for tables in work before it takes a byte. */
const WAIT_MS = 1000;

/**
 * Lays the attachments of a call out (page 20): every entry is checked before the first byte is kept, all parts are
 * received, then their files and rows appear together. A refusal, a broken part or a fault leaves neither row nor file.
 */
export async function layOut(list: readonly unknown[], context: FilesContext): Promise<readonly LaidFile[] | Refusal> {
  if (list.length === 0) return [];
  const entries = readEntries(list);
  if ("refusal" in entries) return entries;
  const tables = filesTables(entries);
  const refused = (await checkEntries(context.db, entries)) ?? (await checkFree(tables, context));
  if (refused !== undefined) return refused;

  const received: ReceivedFile[] = [];
  let laid: readonly LaidFile[] | Refusal | undefined;
  try {
    laid = await receiveParts(entries, context, received);
    laid ??= await changeThrough(context, tables, (writing) => keepFiles(writing, received, context));
  } catch (error) {
    laid = { refusal: whyBroken(error, context) };
  } finally {
    if (laid === undefined || "refusal" in laid) for (const { file } of received) await file.discard();
  }
  return laid;
}

function readEntries(list: readonly unknown[]): SentEntry[] | Refusal {
  const entries: SentEntry[] = [];
  for (const given of list) {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return { refusal: callRefusals.filesNotList };
    const entry: FileEntry | Refusal = readFileEntry({ ...given });
    if ("refusal" in entry) return entry;
    entries.push({ ...entry, part: "part" in given ? String(given.part) : "" });
  }
  return entries;
}

/** What is refused without a byte travelling; the change itself looks again. */
async function checkFree(tables: readonly string[], { db }: FilesContext): Promise<Refusal | undefined> {
  const held = await untilFree(WAIT_MS, () => readHeldLocks((sql, values) => db.all(sql, values), tables));
  return held.length === 0 ? undefined : tableInWork(held);
}

function whyBroken(error: unknown, { signal, log }: FilesContext): string {
  if (signal.aborted) return callRefusals.cancelled;
  if (error instanceof BrokenPart) {
    log(error.cause === undefined ? error.message : `${error.message}: ${String(error.cause)}`);
    return attachmentRefusals.brokeOff(error.part);
  }
  return attachmentRefusals.notWritten(systemReason(error));
}
