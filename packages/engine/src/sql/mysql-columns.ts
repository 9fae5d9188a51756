/** How the bytes of a column's values become a text. */
type ColumnKind = "text" | "binary" | "bit";

export interface MysqlColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Character set 63 is `binary`; numbers and times have it too. */
const BINARY = 63;
const BIT = 0x10;
const VARCHAR = 0x0f;
const VECTOR = 0xf2;
const TINY_BLOB = 0xf9;
const GEOMETRY = 0xff;

/** A length-encoded integer below 2^53 at `at`, and where it ends. NULL is no integer: a row looks for 0xfb itself. */
export function lengthAt(bytes: Buffer, at: number): { value: number; end: number } {
  const first = bytes[at] as number;
  if (first < 0xfb) return { value: first, end: at + 1 };
  if (first === 0xfc) return { value: bytes.readUInt16LE(at + 1), end: at + 3 };
  if (first === 0xfd) return { value: bytes.readUIntLE(at + 1, 3), end: at + 4 };
  return { value: Number(bytes.readBigUInt64LE(at + 1)), end: at + 9 };
}

/** Reads the packet that describes a column (protocol 4.1): its name is the fifth text, the fixed fields stand at the end. */
export function readColumn(bytes: Buffer, start: number, end: number): MysqlColumn {
  let at = start;
  let text = { value: 0, end: at };
  for (let num = 1; num <= 5; num++) {
    text = lengthAt(bytes, at);
    at = text.end + text.value;
  }
  const characterSet = bytes.readUInt16LE(end - 12);
  const type = bytes[end - 6] as number;
  return { name: bytes.toString("utf8", text.end, at), kind: kindOf(type, characterSet) };
}

/** JSON of MySQL says `binary` of itself and is text. */
function kindOf(type: number, characterSet: number): ColumnKind {
  if (type === BIT) return "bit";
  const holdsBytes = type === VARCHAR || type === VECTOR || (type >= TINY_BLOB && type <= GEOMETRY);
  return holdsBytes && characterSet === BINARY ? "binary" : "text";
}
