const HEADER_BYTES = 4;
/** A packet of this size goes on in the next one. */
const FULL_BYTES = 0xffffff;
const EMPTY = Buffer.alloc(0);

/**
 * Puts the packets of a server together from the pieces its socket delivers. The packet at hand is `bytes` from `start` to
 * `end`: nothing is made for a packet that arrived whole, and only its own bytes are copied for one that did not.
 */
export class PacketReader {
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  #piece: Buffer = EMPTY;
  #at = 0;
  /** What came behind `#piece` while it was not read to its end. */
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
      const length = lengthIn(this.#piece, this.#at);
      if (start + length <= this.#piece.length && length < FULL_BYTES) {
        this.bytes = this.#piece;
        this.start = start;
        this.end = start + length;
        this.#at = this.end;
        return true;
      }
    }
    return this.waitingBytes >= this.#wantedBytes && this.#join();
  }

  /** Puts a packet together that stands in several pieces, or travels as several; the last one of those is not full. */
  #join(): boolean {
    const lengths: number[] = [];
    let wanted = 0;
    do {
      wanted += HEADER_BYTES;
      if (this.waitingBytes >= wanted) {
        const length = lengthIn(this.#copy(wanted - HEADER_BYTES, HEADER_BYTES), 0);
        lengths.push(length);
        wanted += length;
      }
      if (this.waitingBytes < wanted) {
        this.#wantedBytes = wanted;
        return false;
      }
    } while (lengths.at(-1) === FULL_BYTES);
    const parts = lengths.map((length) => {
      this.#skip(HEADER_BYTES);
      const part = this.#copy(0, length);
      this.#skip(length);
      return part;
    });
    this.bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    this.start = 0;
    this.end = this.bytes.length;
    this.#wantedBytes = HEADER_BYTES;
    return true;
  }

  /** Bytes from `offset` behind the place reading has come to, which have all arrived. */
  #copy(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let skipped = this.#at + offset;
    let copied = 0;
    for (const piece of [this.#piece, ...this.#later]) {
      if (copied === length) break;
      copied += piece.copy(bytes, copied, Math.min(skipped, piece.length));
      skipped = Math.max(0, skipped - piece.length);
    }
    return bytes;
  }

  #skip(length: number): void {
    this.#at += length;
    let passed = 0;
    while (this.#at >= this.#piece.length && passed < this.#later.length) {
      this.#at -= this.#piece.length;
      this.#piece = this.#later[passed] as Buffer;
      this.#laterBytes -= this.#piece.length;
      passed += 1;
    }
    this.#later.splice(0, passed);
  }
}

function lengthIn(bytes: Buffer, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
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
