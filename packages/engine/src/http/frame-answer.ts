import { ALIVE, type AnswerPart, type Envelope, encodePart } from "@prilavok/protocol";

/** Bytes of an answer on their way; the last ones come with its envelope. */
export interface FrameChunk {
  readonly bytes: Buffer;
  readonly end?: { readonly envelope: Envelope; readonly fault: boolean };
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Row frames of an answer in chunks of 64 KB and more, the last one as it comes: a small answer is one chunk. With
 * `aliveMs` a chunk goes whenever nothing came for so long.
 */
export async function* frameAnswer(
  parts: AsyncGenerator<AnswerPart, void, void>,
  aliveMs: number | undefined,
): AsyncGenerator<FrameChunk, void, void> {
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  for await (const part of aliveMs === undefined ? parts : withSigns(parts, aliveMs)) {
    const piece = encodePart(part);
    gathered.push(piece);
    gatheredBytes += piece.length;
    if (part.kind !== "envelope" && part.kind !== "alive" && gatheredBytes < CHUNK_BYTES) continue;
    // A large piece goes on as it is: copying it costs little, collecting the copy does not.
    const bytes =
      gathered.length === 1 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat(gathered);
    gathered = [];
    gatheredBytes = 0;
    if (part.kind === "envelope") yield { bytes, end: { envelope: part.envelope, fault: part.fault === true } };
    else yield { bytes };
  }
}

/** Puts a sign of life between parts that are long in coming. */
async function* withSigns(
  parts: AsyncGenerator<AnswerPart, void, void>,
  aliveMs: number,
): AsyncGenerator<AnswerPart | typeof ALIVE, void, void> {
  try {
    for (;;) {
      const next = parts.next();
      let got = await soon(next, aliveMs);
      for (; got === undefined; got = await soon(next, aliveMs)) yield ALIVE;
      if (got.done === true) return;
      yield got.value;
    }
  } finally {
    await parts.return();
  }
}

/** The value, or undefined where it does not come within the time. */
async function soon<Value>(value: Promise<Value>, withinMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, withinMs, undefined)));
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
