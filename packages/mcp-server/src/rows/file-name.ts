import { createHash } from "node:crypto";

const MAX_NAME_BYTES = 200;
const UNSAFE = /[^\p{L}\p{M}\p{N}_-]/gu;

/**
 * A `.jsonl` file's name made of parts joined by dots: characters that are not letters, digits, `_` or `-` become `_`,
 * and a name over 200 bytes is cut and ends in a hash of the whole.
 */
export function rowFileName(...parts: readonly string[]): string {
  const name = parts.map((part) => part.replace(UNSAFE, "_")).join(".");
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return `${name}.jsonl`;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  let cut = "";
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES - hash.length - 1) break;
    cut += character;
  }
  return `${cut}~${hash}.jsonl`;
}
