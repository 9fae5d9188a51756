import { attachmentRefusals, callRefusals, localFileRefusals } from "@prilavok/protocol";
import { type OutgoingEntry, OutgoingFiles } from "../local/outgoing-files.ts";
import { readJsonSource } from "../local/read-json-source.ts";
import type { Session } from "../session/session.ts";
import { readOutgoingEntries } from "./read-outgoing-entries.ts";

const KILOBYTE = 1024;

/** The attachments of a tool_run, named or from a file, every one looked at; undefined where there are none. */
export async function readAttachments(
  session: Session,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly files: OutgoingFiles | undefined } | { readonly refusal: string }> {
  const { files, files_source: source } = values as { files?: unknown[]; files_source?: string };
  if (files !== undefined && source !== undefined) return { refusal: callRefusals.filesTwice };
  const list = source === undefined ? { entries: files ?? [] } : await readList(session, source);
  if ("refusal" in list) return list;
  const entries = await readOutgoingEntries(session.local, list.entries);
  if ("refusal" in entries) return entries;
  if (entries.length > 1 && kilobytesOf(entries) > session.filesKb) {
    return { refusal: attachmentRefusals.tooLarge(session.filesKb) };
  }
  return { files: entries.length === 0 ? undefined : new OutgoingFiles(entries) };
}

async function readList(
  { local }: Session,
  source: string,
): Promise<{ readonly entries: readonly unknown[] } | { readonly refusal: string }> {
  const read = await readJsonSource(local, source);
  if ("refusal" in read) return read;
  return Array.isArray(read.value) ? { entries: read.value } : { refusal: localFileRefusals.noListOfEntries(source) };
}

/** What files come to together. */
export function kilobytesOf(entries: readonly OutgoingEntry[]): number {
  return entries.reduce((sum, { file }) => sum + file.sizeBytes, 0) / KILOBYTE;
}
