const HEADER_BYTES = 4;
/** A packet of this size goes on in the next one. */
const FULL_BYTES = 0xffffff;
const EMPTY = Buffer.alloc(0);

/**
 * Puts the packets of a server together from the pieces its socket delivers. The packet at hand is `bytes` from `start` to
 * `end`: nothing is made for a packet that arrived whole.
 */
export class PacketReader {
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  #piece: Buffer = EMPTY;
  #at = 0;
  /** What came behind `#piece` while a packet is not whole. */
  #later: Buffer[] = [];
  #laterBytes = 0;
  /** How many bytes there must be before looking again is of use. */
  #wantedBytes = HEADER_BYTES;

  /** Bytes of a packet that is not whole yet. */
  get waitingBytes(): number {
    return this.#piece.length - this.#at + this.#laterBytes;
  }

  push(piece: Buffer): void {
    if (this.waitingBytes === 0) {
      this.#piece = piece;
      this.#at = 0;
      return;
    }
    this.#later.push(piece);
    this.#laterBytes += piece.length;
  }

  /** Goes on to the next packet; false while it is not whole. */
  next(): boolean {
    const start = this.#at + HEADER_BYTES;
    if (start <= this.#piece.length) {
      const length = this.#lengthAt(this.#at);
      if (start + length <= this.#piece.length && length < FULL_BYTES) {
        this.bytes = this.#piece;
        this.start = start;
        this.end = start + length;
        this.#at = this.end;
        return true;
      }
    }
    if (this.waitingBytes < this.#wantedBytes) return false;
    if (this.#laterBytes > 0) {
      this.#piece = Buffer.concat([this.#piece.subarray(this.#at), ...this.#later]);
      this.#at = 0;
      this.#later = [];
      this.#laterBytes = 0;
    }
    return this.#join();
  }

  /** Puts a packet together that travels as several; the last one of them is not full. */
  #join(): boolean {
    const parts: Buffer[] = [];
    let at = this.#at;
    for (let length = FULL_BYTES; length === FULL_BYTES; at += length) {
      const start = at + HEADER_BYTES;
      length = start <= this.#piece.length ? this.#lengthAt(at) : 0;
      if (start + length > this.#piece.length) {
        this.#wantedBytes = start + length - this.#at;
        return false;
      }
      parts.push(this.#piece.subarray(start, start + length));
      at = start;
    }
    this.bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    this.start = 0;
    this.end = this.bytes.length;
    this.#at = at;
    this.#wantedBytes = HEADER_BYTES;
    return true;
  }

  #lengthAt(at: number): number {
    const piece = this.#piece;
    return (piece[at] as number) | ((piece[at + 1] as number) << 8) | ((piece[at + 2] as number) << 16);
  }
}

/** A command as the server reads it: its number, then a text. */
export function commandPacket(command: number, text = ""): Buffer {
  const bytes = Buffer.byteLength(text) + 1;
  const packet = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  packet[HEADER_BYTES] = command;
  packet.write(text, HEADER_BYTES + 1);
  if (bytes < FULL_BYTES) return withHeader(packet, bytes, 0);

  const parts: Buffer[] = [];
  for (let at = 0; at <= bytes; at += FULL_BYTES) {
    const part = packet.subarray(HEADER_BYTES + at, HEADER_BYTES + Math.min(at + FULL_BYTES, bytes));
    parts.push(withHeader(Buffer.alloc(HEADER_BYTES), part.length, parts.length), part);
  }
  return Buffer.concat(parts);
}

function withHeader(packet: Buffer, length: number, sequence: number): Buffer {
  packet.writeUIntLE(length, 0, 3);
  packet[3] = sequence & 0xff;
  return packet;
}
