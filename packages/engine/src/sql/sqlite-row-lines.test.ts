import { describe, expect, it } from "vitest";
import { MAX_VALUE_BYTES } from "./line-columns.ts";
import { ROW_BUFFER_BYTES, RowLines } from "./sqlite-row-lines.ts";
import { type SqliteValue, sqliteText } from "./sqlite-values.ts";

function write(names: readonly string[], rows: readonly (readonly SqliteValue[])[]) {
  const pieces: Buffer[] = [];
  const lines = new RowLines(names, Buffer.alloc(ROW_BUFFER_BYTES), (bytes) => pieces.push(Buffer.from(bytes)));
  const whole = rows.every((row) => lines.add(row));
  lines.finish(Buffer.from("END"));
  return { text: Buffer.concat(pieces).toString("utf8"), pieces, whole, sameNames: lines.sameNames };
}

/** The line JSON.stringify makes of one text under the name `x`. */
const lineOf = (text: string): string => `{"x":${JSON.stringify(text)}}\n`;

describe("a row as a JSON line", () => {
  it("writes every kind of value as the text SQLite prints", () => {
    const row = [1n, -9223372036854775808n, 1.5, 1, null, "Плат", Buffer.from([0x00, 0xff, 0xc3]), Buffer.alloc(0)];
    expect(write(["a", "b", "c", "d", "e", "f", "g", "h"], [row]).text).toBe(
      '{"a":"1","b":"-9223372036854775808","c":"1.5","d":"1.0","e":null,"f":"Плат","g":"0x00FFC3","h":"0x"}\nEND',
    );
  });

  it("writes integers of every length", () => {
    for (const integer of [0n, 9n, 10n, 99n, 100n, 999999999n, 1000000000n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      expect(write(["x"], [[integer]]).text).toBe(`{"x":"${integer}"}\nEND`);
    }
  });

  it("spells a REAL the same way by arithmetic as by its text", () => {
    const some = [
      0.0001, 0.00011, 0.1, 0.5, 1, 1.1, 9.99, 10, 44.2, 100.01, 99_999.9999, 100_000, 12_345.6789, -1.5, 1e-9,
    ];
    const many = Array.from({ length: 10_000 }, (_, n) => [n / 100, n / 10_000, n * 1.1, n / 3, n * 4.99995, 0.1 * n]);
    const reals = [...some, ...many.flat(), 0, -0, Number.POSITIVE_INFINITY];
    const { text } = write(
      ["x"],
      reals.map((real) => [real]),
    );
    expect(text).toBe(`${reals.map((real) => `{"x":"${sqliteText(real)}"}\n`).join("")}END`);
  });

  it("keeps the order of columns whatever their names are", () => {
    expect(write(["b", "10", "__proto__", "", 'q"\n'], [["1", "2", "3", "4", "5"]]).text).toBe(
      '{"b":"1","10":"2","__proto__":"3","":"4","q\\"\\n":"5"}\nEND',
    );
  });

  it("gives columns of equal names the first one's place and the last one's value", () => {
    const { text, sameNames } = write(["id", "name", "id", "name", "n"], [["1", "a", "2", "b", "c"]]);
    expect(text).toBe('{"id":"2","name":"b","n":"c"}\nEND');
    expect(sameNames).toEqual(["id", "name"]);
  });

  it("escapes texts of every length as JSON does", () => {
    const special = ['"', "\\", "\n", "\u0000", "\u001e", "\u001f", "\u007f", "\u2028", "é", "я", "한", "😀", "/"];
    for (const length of [0, 1, 38, 39, 40, 41, 42, 8191, 8192, 8193, 20_000]) {
      for (const text of special) {
        const padded = `${"x".repeat(length)}${text}y`;
        expect(write(["x"], [[padded]]).text).toBe(`${lineOf(padded)}END`);
      }
    }
  });

  it("cuts long texts into parts without cutting a character", () => {
    for (const pad of ["", "x", "xy", "xyz"]) {
      const text = pad + "😀".repeat(50_000);
      expect(write(["x"], [[text]]).text).toBe(`${lineOf(text)}END`);
    }
  });

  it("writes long texts and blobs that are all escapes or all bytes", () => {
    const text = "\u0001".repeat(100_000);
    const blob = Buffer.alloc(100_001, 0xab);
    expect(write(["t", "b"], [[text, blob]]).text).toBe(
      `{"t":${JSON.stringify(text)},"b":"0x${"AB".repeat(100_001)}"}\nEND`,
    );
  });

  it("writes names longer than its buffer", () => {
    const names = ["a".repeat(300_000), "b".repeat(300_000)];
    expect(write(names, [["1", "2"]]).text).toBe(`{"${names[0]}":"1","${names[1]}":"2"}\nEND`);
  });

  it("hands rows over in pieces of 64 KB and more, the end with the last rows", () => {
    const { pieces, text } = write(
      ["id", "name"],
      Array.from({ length: 20_000 }, (_, id) => [BigInt(id), "name of some length"]),
    );
    expect(text.split("\n")).toHaveLength(20_001);
    for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(64 * 1024);
    expect(write(["id"], [[1n]]).pieces).toHaveLength(1);
  });

  it("refuses a value over 64 MB", () => {
    expect(write(["x"], [["x".repeat(MAX_VALUE_BYTES)]]).whole).toBe(true);
    expect(write(["x"], [["x".repeat(MAX_VALUE_BYTES + 1)]]).whole).toBe(false);
    expect(write(["x"], [["я".repeat(MAX_VALUE_BYTES / 2 + 1)]]).whole).toBe(false);
    expect(write(["x"], [[Buffer.alloc(MAX_VALUE_BYTES + 1)]]).whole).toBe(false);
  });
});
