import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandPacket, PacketReader } from "./mysql-packets.ts";

const FULL = 0xffffff;

function packet(payload: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at <= payload.length; at += FULL) {
    const part = payload.subarray(at, at + FULL);
    const header = Buffer.alloc(4);
    header.writeUIntLE(part.length, 0, 3);
    parts.push(header, part);
    if (part.length < FULL) break;
  }
  return Buffer.concat(parts);
}

function readAll(pieces: Iterable<Buffer>): Buffer[] {
  const reader = new PacketReader();
  const payloads: Buffer[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    while (reader.next()) payloads.push(Buffer.from(reader.bytes.subarray(reader.start, reader.end)));
  }
  expect(reader.waitingBytes).toBe(0);
  return payloads;
}

function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

describe("packets", () => {
  it("are the same however the socket cuts them", () => {
    const payloads = fc.array(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(payloads, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (given, sizes) => {
        expect(readAll(cut(Buffer.concat(given.map(packet)), sizes))).toEqual(given);
      }),
    );
  });

  it.each([FULL - 1, FULL, FULL + 1, 2 * FULL, 2 * FULL + 5])("of %i bytes are put together", (size) => {
    const payload = Buffer.alloc(size, "x");
    const [first, second] = readAll(cut(Buffer.concat([packet(payload), packet(Buffer.from("next"))]), [65_536]));
    expect(first?.equals(payload)).toBe(true);
    expect(second?.toString()).toBe("next");
  });

  it("are held as they come while they are not whole", () => {
    const reader = new PacketReader();
    reader.push(packet(Buffer.alloc(100)).subarray(0, 50));
    expect(reader.next()).toBe(false);
    expect(reader.waitingBytes).toBe(50);
  });
});

describe("a command", () => {
  it("is its number and its text", () => {
    expect(commandPacket(3, "SELECT 'ї'").toString("latin1")).toBe(
      Buffer.from("\x0c\0\0\0\x03SELECT 'ї'", "utf8").toString("latin1"),
    );
  });

  it.each([FULL - 2, FULL - 1, FULL])("of %i bytes of text goes as the packets a server puts together", (size) => {
    const [payload] = readAll([commandPacket(3, "a".repeat(size))]);
    expect(payload?.length).toBe(size + 1);
  });
});
