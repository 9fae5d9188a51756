const HEAD_LINES = 3;
const HEAD_CHARACTERS = 300;
/** The bytes 300 characters can take: a UTF-16 unit is at most three bytes of UTF-8. */
const HEAD_BYTES = HEAD_CHARACTERS * 3;
const NEW_LINE = 0x0a;

/** Counts the lines that flow by and keeps the first three, each cut to 300 characters, in constant memory. */
export class RowHead {
  #rows = 0;
  #kept: Buffer[] = [];
  #current: Buffer[] = [];
  #currentBytes = 0;

  get rows(): number {
    return this.#rows;
  }

  get lines(): string[] {
    return this.#kept.map(cutLine);
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (this.#kept.length < HEAD_LINES && at < bytes.length) {
      const end = bytes.indexOf(NEW_LINE, at);
      this.#keep(bytes.subarray(at, end === -1 ? bytes.length : end));
      if (end === -1) return;
      this.#kept.push(Buffer.concat(this.#current));
      this.#current = [];
      this.#currentBytes = 0;
      this.#rows += 1;
      at = end + 1;
    }
    for (at = bytes.indexOf(NEW_LINE, at); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) this.#rows += 1;
  }

  #keep(piece: Buffer): void {
    const room = HEAD_BYTES - this.#currentBytes;
    if (room <= 0) return;
    const part = Buffer.from(piece.subarray(0, room));
    this.#current.push(part);
    this.#currentBytes += part.length;
  }
}

/** At most 300 UTF-16 units, never the first half of a surrogate pair at the end. */
function cutLine(bytes: Buffer): string {
  const text = bytes.toString("utf8").slice(0, HEAD_CHARACTERS);
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
