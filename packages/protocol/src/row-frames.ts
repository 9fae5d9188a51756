/** Row frames (page 80): a line that starts with 0x1E is a control line, every other line is one row as JSON. */

/** The byte a control line starts with. JSON text never holds it, so it needs no escaping inside rows. */
export const CONTROL_BYTE = 0x1e;
const NEW_LINE = 0x0a;
/** A control line longer than this is a broken stream: only the envelope can be long, and a module's answer is 16 MB at most. */
const MAX_CONTROL_BYTES = 24 * 1024 * 1024;

/** A control line as bytes, ready to write between rows. */
export function controlLine(message: object): Buffer {
  return Buffer.from(`\u001e${JSON.stringify(message)}\n`, "utf8");
}

/** A piece of a frame stream: bytes of row lines, or one control message. */
export type FramePiece = { readonly rows: Uint8Array } | { readonly control: Record<string, unknown> };

/** The stream broke the framing: not JSON in a control line, or one that never ends. */
export class FrameError extends Error {}

/**
 * Splits a byte stream into row bytes and control messages without looking inside the rows: the search for
 * 0x1E runs at memory speed. Feed chunks in order; `end()` says whether a control line was cut.
 */
export class FrameReader {
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  *push(chunk: Buffer): Generator<FramePiece> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#pendingBytes > 0) {
        const end = chunk.indexOf(NEW_LINE, at);
        const piece = chunk.subarray(at, end === -1 ? chunk.length : end);
        this.#pending.push(piece);
        this.#pendingBytes += piece.length;
        if (this.#pendingBytes > MAX_CONTROL_BYTES) throw new FrameError("a control line is too long");
        if (end === -1) return;
        yield { control: this.#takeControl() };
        at = end + 1;
        continue;
      }
      const mark = chunk.indexOf(CONTROL_BYTE, at);
      if (mark !== at) yield { rows: chunk.subarray(at, mark === -1 ? chunk.length : mark) };
      if (mark === -1) return;
      this.#pending = [chunk.subarray(mark, mark + 1)];
      this.#pendingBytes = 1;
      at = mark + 1;
    }
  }

  /** Throws when the stream ended inside a control line. */
  end(): void {
    if (this.#pendingBytes > 0) throw new FrameError("the stream ended inside a control line");
  }

  #takeControl(): Record<string, unknown> {
    const text = Buffer.concat(this.#pending).subarray(1).toString("utf8");
    this.#pending = [];
    this.#pendingBytes = 0;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (cause) {
      throw new FrameError("a control line is not JSON", { cause });
    }
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      throw new FrameError("a control line is not an object");
    }
    return message as Record<string, unknown>;
  }
}
