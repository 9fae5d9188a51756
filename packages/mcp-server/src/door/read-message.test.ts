import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLine, readMessage } from "./read-message.ts";

const odd = fc.jsonValue({ maxDepth: 2 });
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 8, arbitrary: fc.constant("2.0") }, odd),
    id: fc.oneof(fc.string(), fc.integer(), fc.double(), odd),
    method: fc.oneof({ weight: 4, arbitrary: fc.constant("tools/call") }, odd),
    params: fc.oneof(
      fc.record({ _meta: fc.oneof(fc.record({ progressToken: odd }), odd) }, { requiredKeys: [] }),
      fc.dictionary(fc.string(), odd),
      odd,
    ),
    extra: odd,
  },
  { requiredKeys: [] },
);

describe("readMessage", () => {
  it("lets nothing through that the SDK would drop without an answer", () => {
    fc.assert(
      fc.property(fc.oneof(odd, message), (value) => {
        const read = readMessage(JSON.parse(JSON.stringify(value)));
        if (read.kind === "request") expect(isJSONRPCRequest(read.message)).toBe(true);
        if (read.kind === "notification") expect(isJSONRPCNotification(read.message)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("tells the id of a refused message where it is a text or a number that came through whole", () => {
    const idOf = (text: string) => {
      const read = readMessage(JSON.parse(`{"jsonrpc":"1.0","method":"x","id":${text}}`));
      return read.kind === "refused" ? read.id : "not refused";
    };
    expect(['"a"', "7", "1.5", "9007199254740993", "1e400", "null", "{}"].map(idOf)).toEqual([
      ...["a", 7, 1.5],
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});

describe("readLine", () => {
  it("reads any JSON value, and passes over blanks", () => {
    fc.assert(
      fc.property(odd, (value) => {
        const text = JSON.stringify(value);
        expect(readLine(Buffer.from(`${text}\r`))).toEqual({ value: JSON.parse(text) });
      }),
    );
    expect(readLine(Buffer.from(" \t\r"))).toBeUndefined();
  });
});
