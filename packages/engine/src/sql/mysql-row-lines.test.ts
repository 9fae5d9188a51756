import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MysqlColumn } from "./mysql-columns.ts";
import { MysqlRowLines } from "./mysql-row-lines.ts";
import { rowMaker } from "./mysql-row-objects.ts";

type Value = Buffer | null;

/** A row as a server sends it. */
function row(values: readonly Value[]): Buffer {
  return Buffer.concat(
    values.flatMap((value) => {
      if (value === null) return [Buffer.from([0xfb])];
      if (value.length < 0xfb) return [Buffer.from([value.length]), value];
      const length = Buffer.alloc(4);
      length.writeUInt32LE(value.length);
      return [Buffer.from([0xfd]), length.subarray(0, 3), value];
    }),
  );
}

function write(columns: readonly MysqlColumn[], rows: readonly (readonly Value[])[]): string {
  const lines = new MysqlRowLines(columns);
  const pieces: Buffer[] = [];
  for (const values of rows) {
    expect(lines.add(Buffer.concat([Buffer.from("head"), row(values)]), 4)).toBe(true);
    pieces.push(...lines.takePieces());
  }
  pieces.push(...lines.takeRest());
  return Buffer.concat(pieces).toString("utf8");
}

const text = (name: string): MysqlColumn => ({ name, kind: "text" });
const hex = (bytes: Buffer) => `0x${bytes.toString("hex").toUpperCase()}`;

/** Bytes that are UTF-8 now and then, of all lengths that are written in different ways. */
const bytes = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }).map((string) => Buffer.from(string, "utf8")),
  fc.uint8Array({ maxLength: 30 }).map((array) => Buffer.from(array)),
  fc
    .constantFrom(..."\xc0\x80 \xe0\x80\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xf5 \xc3 \xe2\x82 \xf0\x9f\x8f".split(" "))
    .map((string) => Buffer.from(string, "latin1")),
  fc.integer({ min: 8000, max: 9000 }).map((length) => Buffer.from('їa"'.repeat(length), "utf8")),
);

describe("rows of a server", () => {
  it("become the same values as lines and as objects, a text that is not UTF-8 its bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.option(bytes), { minLength: 1, maxLength: 5 }), (values) => {
        const columns = values.map((_, at) => text(`c${at}`));
        const line = JSON.parse(write(columns, [values])) as Record<string, string | null>;
        expect(rowMaker(columns)(row(values), 0)).toEqual(line);
        for (const [at, value] of values.entries()) {
          const string = value?.toString("utf8");
          const isText = value?.equals(Buffer.from(string ?? "", "utf8"));
          expect(line[`c${at}`]).toBe(value === null ? null : isText ? string : hex(value));
        }
      }),
    );
  });

  it("of every control character and quote are what JSON makes of them", () => {
    const string = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).join("");
    expect(write([text("x")], [[Buffer.from(string)]])).toBe(`${JSON.stringify({ x: string })}\n`);
  });

  it("hold bytes as hexadecimal and a BIT as its number", () => {
    const columns: MysqlColumn[] = [
      { name: "b", kind: "binary" },
      { name: "n", kind: "bit" },
    ];
    const values = [Buffer.from([0x41, 0xff]), Buffer.alloc(8, 0xff)];
    expect(write(columns, [values])).toBe('{"b":"0x41FF","n":"18446744073709551615"}\n');
    expect(rowMaker(columns)(row(values), 0)).toEqual({ b: "0x41FF", n: "18446744073709551615" });
  });

  it("leave in whole lines, in pieces of 64 KB and more", () => {
    const lines = new MysqlRowLines([text("x")]);
    const packet = row([Buffer.alloc(200, "y")]);
    const pieces: Buffer[] = [];
    for (let num = 0; num < 2000; num++) {
      lines.add(packet, 0);
      pieces.push(...lines.takePieces());
    }
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThanOrEqual(64 * 1024);
      expect(piece.at(-1)).toBe(0x0a);
    }
    expect(Buffer.concat([...pieces, ...lines.takeRest()]).toString()).toBe(
      `{"x":"${"y".repeat(200)}"}\n`.repeat(2000),
    );
  });

  it("end where a value is over 64 MB", () => {
    const lines = new MysqlRowLines([{ name: "x", kind: "binary" }]);
    const length = Buffer.alloc(9);
    length[0] = 0xfe;
    length.writeUInt32LE(64 * 1024 * 1024 + 1, 1);
    expect(lines.add(length, 0)).toBe(false);
  });
});
