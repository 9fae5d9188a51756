import { describe, expect, it } from "vitest";
import { RowHead } from "./row-head.ts";

function headOf(text: string, pieceBytes: number): RowHead {
  const head = new RowHead();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) head.push(bytes.subarray(at, at + pieceBytes));
  return head;
}

describe("the head of a table", () => {
  it.each([1, 2, 7, 10_000])("keeps three lines and counts all, fed %d bytes at a time", (pieceBytes) => {
    const head = headOf('{"a":"1"}\n{"a":"Євро"}\n{"a":"💶"}\n{"a":"4"}\n', pieceBytes);
    expect(head.lines).toEqual(['{"a":"1"}', '{"a":"Євро"}', '{"a":"💶"}']);
    expect(head.rows).toBe(4);
  });

  it.each([1, 5, 4096])(
    "cuts a line to 300 characters, never inside a surrogate pair (%d bytes at a time) [run-03]",
    (pieceBytes) => {
      const head = headOf(`${"a".repeat(299)}💶tail\n${"ї".repeat(400)}\n`, pieceBytes);
      expect(head.lines).toEqual(["a".repeat(299), "ї".repeat(300)]);
    },
  );

  it("is empty for an empty table", () => {
    expect(headOf("", 1)).toMatchObject({ rows: 0, lines: [] });
  });
});
