import { attachmentRefusals, callRefusals, readFileEntry } from "@prilavok/protocol";
import type { LocalPlace } from "../local/local-place.ts";
import { checkOutgoingFile } from "../local/outgoing-file.ts";
import type { OutgoingEntry } from "../local/outgoing-files.ts";
import { asKind } from "../session/check-parameters.ts";

/**
 * Looks at every entry of a list of files and at its file before anything is sent. The name for people is the file's
 * own where the entry has none.
 */
export async function readOutgoingEntries(
  place: LocalPlace,
  list: readonly unknown[],
): Promise<OutgoingEntry[] | { readonly refusal: string }> {
  const entries: OutgoingEntry[] = [];
  for (const given of list) {
    const object = asKind("object", given);
    if (object === undefined) return { refusal: callRefusals.filesNotList };
    const { file: path, part: _, ...about } = object as Record<string, unknown>;
    if (typeof path !== "string" || path === "") return { refusal: attachmentRefusals.needsFile };
    const entry = readFileEntry(about);
    if ("refusal" in entry) return entry;
    const file = await checkOutgoingFile(place, path);
    if ("refusal" in file) return file;
    entries.push({ file, about: { ...about, real_name: entry.realName ?? file.name } });
  }
  return entries;
}
