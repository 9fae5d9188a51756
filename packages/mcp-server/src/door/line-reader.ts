const NEWLINE = 0x0a;
const KEPT_BYTES = 1 << 20;

/**
 * Cuts a stream of bytes into lines in linear time, however small the pieces and long the lines. A line over
 * `limitBytes` is told as `"too long"` once and skipped up to its end; memory stays under twice the limit.
 */
export class LineReader {
  readonly #limitBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #heldBytes = 0;
  #skipping = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The lines that end in `chunk`, without the newline. A line's bytes hold until the next one is asked for. */
  *push(chunk: Buffer): Generator<Buffer | "too long"> {
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, newline === -1 ? chunk.length : newline);
      from += piece.length + 1;

      if (this.#skipping) {
        this.#skipping = newline === -1;
      } else if (this.#heldBytes + piece.length > this.#limitBytes) {
        this.#skipping = newline === -1;
        this.#release();
        yield "too long";
      } else if (newline === -1) {
        this.#hold(piece);
      } else if (this.#heldBytes === 0) {
        yield piece;
      } else {
        this.#hold(piece);
        yield this.#held.subarray(0, this.#heldBytes);
        this.#release();
      }
    }
  }

  /** What stands behind the last newline: the last line of a stream that ends without one. */
  rest(): Buffer {
    return this.#held.subarray(0, this.#heldBytes);
  }

  #hold(piece: Buffer): void {
    const needed = this.#heldBytes + piece.length;
    if (needed > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#held.length));
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    piece.copy(this.#held, this.#heldBytes);
    this.#heldBytes = needed;
  }

  #release(): void {
    this.#heldBytes = 0;
    if (this.#held.length > KEPT_BYTES) this.#held = Buffer.alloc(0);
  }
}
