import { type AnswerPart, decodePart, type Envelope, FrameError, FrameReader } from "@prilavok/protocol";
import type { CarrierLimits } from "./carrier-limits.ts";
import { responseChunks } from "./response-chunks.ts";
import type { Response } from "./send-request.ts";

const NEW_LINE = 0x0a;

/**
 * The parts of an answer in row frames. The envelope is handed over when the body has ended behind it; an answer that is
 * not whole, or goes over the limits, ends without one, and why is logged.
 */
export async function* readRows(
  response: Response,
  limits: CarrierLimits,
  log: (line: string) => void,
): AsyncGenerator<AnswerPart, void, void> {
  let envelope: Envelope | undefined;
  try {
    for await (const part of partsOf(response, limits)) {
      if (envelope !== undefined) throw new FrameError("something stands behind the envelope");
      if (part.kind === "envelope") envelope = part.envelope;
      else yield part;
    }
  } catch (error) {
    log(`a store's answer broke off: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof FrameError) return;
  }
  if (envelope !== undefined) yield { kind: "envelope", envelope };
}

async function* partsOf(response: Response, limits: CarrierLimits): AsyncGenerator<AnswerPart, void, void> {
  const frames = new FrameReader();
  const measure = new Measure(limits);
  for await (const chunk of responseChunks(response)) {
    for (const piece of frames.push(chunk)) {
      const part = decodePart(piece);
      if (part === undefined) throw new FrameError("a control line has no known form");
      if (part.kind === "alive") continue;
      measure.add(part);
      yield part;
    }
  }
  frames.end();
}

/** Throws where an answer goes over the limits, or a section ends inside a row. */
class Measure {
  readonly #limits: CarrierLimits;
  #bytes = 0;
  #rowBytes = 0;
  #sections = 0;

  constructor(limits: CarrierLimits) {
    this.#limits = limits;
  }

  add(part: AnswerPart): void {
    if (part.kind === "open") this.#sections += 1;
    if (part.kind === "close" && this.#rowBytes > 0) throw new FrameError("a section ends inside a row");
    if (part.kind === "rows") this.#addRows(Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length));
    if (part.kind === "drop") this.#rowBytes = 0;
    if (this.#sections > this.#limits.sections) throw new FrameError("it has too many sections");
    if (this.#bytes > this.#limits.answerBytes) throw new FrameError("it is too large");
    if (this.#rowBytes > this.#limits.rowBytes) throw new FrameError("a row of it is too large");
  }

  /** Rows inside one piece are no longer than the piece. */
  #addRows(bytes: Buffer): void {
    this.#bytes += bytes.length;
    const lastEnd = bytes.lastIndexOf(NEW_LINE);
    this.#rowBytes = lastEnd === -1 ? this.#rowBytes + bytes.length : bytes.length - lastEnd - 1;
  }
}
