import { attachmentRefusals, callRefusals, type FileEntry, type FilePart } from "@prilavok/protocol";
import type { FilesContext, Refusal } from "./files-context.ts";
import { IncomingFile } from "./incoming-file.ts";

/** An entry with the name of the part its bytes come in. */
export interface SentEntry extends FileEntry {
  readonly part: string;
}

export interface ReceivedFile {
  readonly entry: SentEntry;
  /** The part's file name: its ending tells the kind of file. */
  readonly name: string;
  readonly file: IncomingFile;
}

/** The bytes of a part ended in the middle, or are not those of its entry. */
export class BrokenPart extends Error {
  constructor(
    readonly part: string,
    cause?: unknown,
  ) {
    super(`the file ${part} of a call broke off`, { cause });
  }
}

const KILOBYTE = 1024;

/**
 * Receives the file of every entry, one after another, each on disk before the next is taken. What was begun stands in
 * `received`, whole or not: it is the caller's to keep or discard.
 */
export async function receiveParts(
  entries: readonly SentEntry[],
  { dir, parts, batchKb, signal }: FilesContext,
  received: ReceivedFile[],
): Promise<Refusal | undefined> {
  const coming = parts[Symbol.asyncIterator]();
  let bytes = 0;
  for (const entry of entries) {
    const part = await nextPart(coming, entry.part);
    const file = await IncomingFile.create(dir);
    received.push({ entry, name: part.name, file });
    for await (const piece of piecesOf(part)) {
      if (signal.aborted) return { refusal: callRefusals.cancelled };
      bytes += piece.length;
      if (entries.length > 1 && bytes > batchKb * KILOBYTE) return { refusal: attachmentRefusals.tooLarge(batchKb) };
      await file.write(piece);
    }
    await file.finish();
  }
  return undefined;
}

async function nextPart(coming: AsyncIterator<FilePart>, expected: string): Promise<FilePart> {
  const next = await coming.next().catch((cause: unknown) => {
    throw new BrokenPart(expected, cause);
  });
  if (next.done === true || next.value.part !== expected) throw new BrokenPart(expected);
  return next.value;
}

/** The bytes of a part; what breaks on their way is told from what breaks in writing them. */
async function* piecesOf({ part, bytes }: FilePart): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (cause) {
    throw new BrokenPart(part, cause);
  }
}
