import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALIVE, decodePart, encodePart, readEnvelope } from "./answer-frames.ts";
import type { AnswerPart } from "./call.ts";
import { FrameReader } from "./row-frames.ts";

const rowLine = fc.json().map((text) => `${JSON.stringify({ value: text })}\n`);
const section = fc.string({ minLength: 1, maxLength: 60 });
const part: fc.Arbitrary<AnswerPart | typeof ALIVE> = fc.oneof(
  section.map((name) => ({ kind: "open" as const, section: name })),
  fc.record({ kind: fc.constant("close" as const), section, rows: fc.nat() }),
  section.map((name) => ({ kind: "drop" as const, section: name })),
  rowLine.map((line) => ({ kind: "rows" as const, bytes: Buffer.from(line) })),
  fc.constant(ALIVE),
  fc.record({
    kind: fc.constant("envelope" as const),
    envelope: fc.oneof(
      fc.record({ ok: fc.constant(false as const), ms: fc.nat(), error: fc.string() }),
      fc.record({
        ok: fc.constant(true as const),
        ms: fc.nat(),
        unit_ms: fc.nat(),
        data: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
      }),
    ),
  }),
);

describe("row frames", () => {
  it("bring every answer over as it was, however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), (parts, cut) => {
        expect(joinRows(receive(Buffer.concat(parts.map(encodePart)), cut))).toEqual(joinRows(parts));
      }),
    );
  });

  it.each([
    [{ open: 5 }],
    [{ open: "" }],
    [{ open: "x".repeat(201) }],
    [{ close: "a" }],
    [{ close: "a", rows: -1 }],
    [{ close: "a", rows: 1.5 }],
    [{ drop: null }],
    [{ alive: "yes" }],
    [{ envelope: { ok: true, ms: 1 } }],
    [{}],
  ])("of the form %j are none", (control) => {
    expect(decodePart({ control })).toBeUndefined();
  });
});

describe("an envelope", () => {
  it.each([
    [null],
    [[]],
    ["ok"],
    [{ ok: "true", ms: 1, data: {} }],
    [{ ok: true, ms: "1", data: {} }],
    [{ ok: true, ms: Number.NaN, data: {} }],
    [{ ok: true, ms: 1, data: [] }],
    [{ ok: true, ms: 1, data: {}, unit: 5 }],
    [{ ok: true, ms: 1, data: {}, command: null }],
    [{ ok: true, ms: 1, data: {}, sql: -1 }],
    [{ ok: false, ms: 1 }],
    [{ ok: false, ms: 1, error: 5 }],
  ])("is not %j", (value) => {
    expect(readEnvelope(value)).toBeUndefined();
  });

  it("keeps its own keys and no others", () => {
    const envelope = { ok: true, ms: 1, unit_ms: 2, sql: 3, sql_ms: 4, unit: "U", command: "C", data: { a: 1 } };
    expect(readEnvelope({ ...envelope, more: 1 })).toEqual(envelope);
    expect(readEnvelope({ ok: false, ms: 1, error: "no", data: {} })).toEqual({ ok: false, ms: 1, error: "no" });
  });
});

function receive(bytes: Buffer, cut: number): (AnswerPart | typeof ALIVE | undefined)[] {
  const frames = new FrameReader();
  const parts = [];
  for (let at = 0; at < bytes.length; at += cut) {
    for (const piece of frames.push(bytes.subarray(at, at + cut))) parts.push(decodePart(piece));
  }
  frames.end();
  return parts;
}

/** Neighbouring pieces of rows as one text: where they are cut says nothing. */
function joinRows(parts: readonly (AnswerPart | typeof ALIVE | undefined)[]): unknown[] {
  const joined: unknown[] = [];
  for (const each of parts) {
    const last = joined.at(-1);
    if (each?.kind !== "rows") joined.push(each);
    else if (typeof last === "string") joined.splice(-1, 1, last + Buffer.from(each.bytes).toString("utf8"));
    else joined.push(Buffer.from(each.bytes).toString("utf8"));
  }
  return joined;
}
