import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** The beginning of a file's hash: two ways that wrote the same bytes show the same one. */
export async function md5(file) {
  const hash = createHash("md5");
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex").slice(0, 8);
}
