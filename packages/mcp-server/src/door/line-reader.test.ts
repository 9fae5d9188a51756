import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

function linesOf(reader: LineReader, pieces: readonly Uint8Array[]): string[] {
  const lines: string[] = [];
  for (const piece of pieces) for (const line of reader.push(Buffer.from(piece))) lines.push(line.toString("latin1"));
  return lines;
}

const byte = fc.integer({ min: 0, max: 255 }).map((value) => (value < 90 ? 0x0a : value));
const piece = fc
  .uint8Array({ maxLength: 40 })
  .chain((bytes) => fc.tuple(...Array.from(bytes, () => byte)).map((all) => Uint8Array.from(all)));

describe("LineReader", () => {
  it("cuts the same lines however the bytes come in pieces", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const reader = new LineReader(1 << 20);
        const expected = Buffer.concat(pieces).toString("latin1").split("\n");
        expect([...linesOf(reader, pieces), reader.rest().toString("latin1")]).toEqual(expected);
      }),
    );
  });

  it("tells a line past the limit once, and goes on behind it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (pieces, limitBytes) => {
        const all = Buffer.concat([...pieces, Buffer.from("\n")])
          .toString("latin1")
          .split("\n")
          .slice(0, -1);
        const lines = linesOf(new LineReader(limitBytes), [...pieces, Buffer.from("\n")]);
        expect(lines).toEqual(all.map((line) => (line.length > limitBytes ? "too long" : line)));
      }),
    );
  });

  it("takes time in proportion to a line that comes byte by byte", () => {
    const time = (bytes: number) => {
      const reader = new LineReader(1 << 24);
      const one = Buffer.from("x");
      const began = performance.now();
      for (let index = 0; index < bytes; index++) reader.push(one).next();
      return performance.now() - began;
    };
    time(100_000);
    expect(time(1_600_000)).toBeLessThan(60 * Math.max(time(100_000), 5));
  });
});
