import type { FileAddress } from "./call.ts";
import { readId } from "./file-entry.ts";
import { attachmentRefusals } from "./refusals/attachments.ts";
import { showValue } from "./show-value.ts";

/** What is asked for: an element file by its id, or all files of an element; ids as digits. */
export type FileWish = FileAddress | { readonly entity: string; readonly elemId: string };

type Entry = Readonly<Record<string, unknown>>;

/** Reads an entry of engine_files_load. `null` counts as not named; a file's id says enough. */
export function readFileWish(given: Entry): FileWish | { readonly refusal: string } {
  const { entity, id, elem_id } = given;
  const refusal = checkKeys(given, ["entity", "id", "elem_id"]);
  if (refusal !== undefined) return { refusal };
  if (typeof entity !== "string" || entity === "") return { refusal: attachmentRefusals.needsEntity };
  const fileId = readId(id);
  if (fileId !== undefined) return { entity, id: fileId };
  const elemId = readId(elem_id);
  if (elemId === undefined || (id !== undefined && id !== null))
    return { refusal: attachmentRefusals.needsIdOrElement };
  return { entity, elemId };
}

/** Reads an entry of engine_files_remove. */
export function readFileAddress(given: Entry): FileAddress | { readonly refusal: string } {
  const refusal = checkKeys(given, ["entity", "id"]);
  if (refusal !== undefined) return { refusal };
  const { entity, id } = given;
  if (typeof entity !== "string" || entity === "") return { refusal: attachmentRefusals.needsEntity };
  const fileId = readId(id);
  return fileId === undefined ? { refusal: attachmentRefusals.needsId } : { entity, id: fileId };
}

/** A misspelt key would be passed over in silence. */
export function checkKeys(given: Entry, known: readonly string[]): string | undefined {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  return unknown === undefined ? undefined : attachmentRefusals.unknownKey(showValue(unknown), known);
}
