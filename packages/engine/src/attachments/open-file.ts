import { open } from "node:fs/promises";
import { join } from "node:path";
import { attachmentRefusals, type FileAddress, type FileDownload } from "@prilavok/protocol";
import type { FilesContext } from "./files-context.ts";
import { listFiles } from "./list-files.ts";

const PIECE_BYTES = 256 * 1024;

/** An element file with its bytes, which are read in pieces as they are taken. */
export async function openFile(address: FileAddress, context: Pick<FilesContext, "dir" | "db">): Promise<FileDownload> {
  const files = await listFiles([address], context);
  if ("refusal" in files) return files;
  const [file] = files;
  if (file === undefined || file.changed === null) {
    return { refusal: attachmentRefusals.noSuchFile(address.entity, address.id) };
  }
  return { sizeBytes: file.size, bytes: readPieces(join(context.dir, file.path), file.size) };
}

async function* readPieces(path: string, sizeBytes: number): AsyncGenerator<Uint8Array, void, void> {
  const handle = await open(path);
  try {
    for (let sent = 0; sent < sizeBytes; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, sizeBytes - sent));
      const { bytesRead } = await handle.read(piece, 0, piece.length, sent);
      if (bytesRead === 0) throw new Error("an element file became shorter while it was being read");
      yield piece.subarray(0, bytesRead);
      sent += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
