import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { isDeeper, localFileRefusals, MAX_CALL_LEVELS } from "@prilavok/protocol";
import { fencedPath } from "./fenced-path.ts";
import { fileErrorReason } from "./file-error-reason.ts";
import { findJsonError } from "./find-json-error.ts";
import type { LocalPlace } from "./local-place.ts";

/** A source larger than this is not read: it would stand in memory several times. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;
const BOM_BYTES = 3;

/**
 * Reads a JSON file the caller named (`params_source`, `pool_source`, …). A byte-order mark is dropped; the refusals
 * quote the path as the caller spelled it and count bytes from the file's start, the mark included.
 */
export async function readJsonSource(
  place: LocalPlace,
  path: string,
): Promise<{ readonly value: unknown } | { readonly refusal: string }> {
  const fenced = await fencedPath(place, path, "read");
  if ("refusal" in fenced) return fenced;
  let bytes: Buffer;
  try {
    const found = await stat(fenced.path);
    if (!found.isFile()) return { refusal: localFileRefusals.notAFile(path) };
    if (found.size > MAX_SOURCE_BYTES) return { refusal: localFileRefusals.cannotRead(path, "it is over 256 MB") };
    bytes = await readFile(fenced.path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { refusal: localFileRefusals.noSuchFile(path) };
    return { refusal: localFileRefusals.cannotRead(path, fileErrorReason(error)) };
  }
  if (!isUtf8(bytes) || bytes.includes(0)) return { refusal: localFileRefusals.notUtf8(path) };
  const markBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? BOM_BYTES : 0;
  const text = bytes.toString("utf8", markBytes);
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, MAX_CALL_LEVELS)) return { refusal: localFileRefusals.tooDeep(path, MAX_CALL_LEVELS) };
    return { value };
  } catch {
    const byte = markBytes + Buffer.byteLength(text.slice(0, findJsonError(text)));
    return { refusal: localFileRefusals.notWholeJson(path, byte) };
  }
}
