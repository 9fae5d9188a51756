import { constants } from "node:fs";
import { access, type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { attachmentRefusals, localFileRefusals } from "@prilavok/protocol";
import { fencedPath } from "./fenced-path.ts";
import { fileErrorReason } from "./file-error-reason.ts";
import type { LocalPlace } from "./local-place.ts";
import { resolvePath } from "./resolve-path.ts";

/** A file of this computer that a call takes along, as it was when it was looked at. */
export interface OutgoingFile {
  /** As the caller spelled it. */
  readonly given: string;
  /** Where it is, links followed. */
  readonly path: string;
  /** The name it was called by, without folders. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly changedNs: bigint;
}

/** What broke a file off on its way; the message is for the caller. */
export class OutgoingFileError extends Error {}

const PIECE_BYTES = 256 * 1024;

/** Looks at a file that is to be sent: an ordinary one that can be read, or a refusal in words. */
export async function checkOutgoingFile(
  place: LocalPlace,
  given: string,
): Promise<OutgoingFile | { readonly refusal: string }> {
  const fenced = await fencedPath(place, given, "read");
  if ("refusal" in fenced) return fenced;
  const { path } = fenced;
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) return { refusal: localFileRefusals.notAFile(given) };
    await access(path, constants.R_OK);
    const name = basename(resolvePath(place.storeFolder, given));
    return { given, path, name, sizeBytes: Number(found.size), changedNs: found.mtimeNs };
  } catch (error) {
    return { refusal: localFileRefusals.cannotRead(given, fileErrorReason(error)) };
  }
}

/** The bytes of a file that is still what was looked at, to its end; throws `OutgoingFileError` where it is not. */
export async function* readOutgoingFile(file: OutgoingFile): AsyncGenerator<Uint8Array, void, void> {
  const handle = await openOutgoing(file);
  try {
    await checkUnchanged(handle, file);
    for (let sent = 0; ; ) {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      const bytes = await readPiece(handle, piece, file);
      sent += bytes;
      if (sent > file.sizeBytes || (bytes === 0 && sent < file.sizeBytes)) {
        throw new OutgoingFileError(attachmentRefusals.changed(file.given));
      }
      if (bytes === 0) break;
      yield piece.subarray(0, bytes);
    }
    await checkUnchanged(handle, file);
  } finally {
    await handle.close();
  }
}

async function openOutgoing({ path, given }: OutgoingFile): Promise<FileHandle> {
  try {
    // A pipe that has taken the file's place would wait for its other end.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new OutgoingFileError(
      gone ? attachmentRefusals.vanished(given) : attachmentRefusals.unreadable(given, fileErrorReason(error)),
    );
  }
}

async function checkUnchanged(handle: FileHandle, { given, sizeBytes, changedNs }: OutgoingFile): Promise<void> {
  const now = await handle.stat({ bigint: true });
  if (now.isFile() && Number(now.size) === sizeBytes && now.mtimeNs === changedNs) return;
  throw new OutgoingFileError(attachmentRefusals.changed(given));
}

async function readPiece(handle: FileHandle, piece: Buffer, { given }: OutgoingFile): Promise<number> {
  try {
    return (await handle.read(piece, 0, piece.length)).bytesRead;
  } catch (error) {
    throw new OutgoingFileError(attachmentRefusals.unreadable(given, fileErrorReason(error)));
  }
}
