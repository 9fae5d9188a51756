import { deserialize, serialize } from "node:v8";

const LENGTH_BYTES = 4;

/** A request to a child as bytes: its length in four bytes, then the value as `v8.serialize` writes it. */
export function encodeMessage(message: unknown): Buffer {
  const body = serialize(message);
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  bytes.writeUInt32LE(body.length);
  body.copy(bytes, LENGTH_BYTES);
  return bytes;
}

/** Puts requests together again from the pieces a pipe delivers. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #bytes = 0;

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** The next whole request, undefined while it is still on its way. */
  take(): { readonly message: unknown } | undefined {
    if (this.#bytes < LENGTH_BYTES) return undefined;
    if ((this.#pieces[0] as Buffer).length < LENGTH_BYTES) this.#join();
    const end = LENGTH_BYTES + (this.#pieces[0] as Buffer).readUInt32LE();
    if (this.#bytes < end) return undefined;
    const joined = this.#join();
    this.#pieces = end === joined.length ? [] : [joined.subarray(end)];
    this.#bytes -= end;
    return { message: deserialize(joined.subarray(LENGTH_BYTES, end)) };
  }

  #join(): Buffer {
    const joined = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }
}
