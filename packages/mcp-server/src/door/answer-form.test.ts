import { describe, expect, it } from "vitest";
import type { ObjectSchema, ToolAnswer } from "../tools/tool-definition.ts";
import { answerForm } from "./answer-form.ts";

const open: ObjectSchema = { type: "object", properties: {} };
const strict: ObjectSchema = {
  type: "object",
  properties: { ok: { type: "boolean" } },
  required: ["ok"],
  additionalProperties: false,
};

function formed(answer: ToolAnswer, schema = open, version = "2025-06-18") {
  const { content, structuredContent, isError } = answerForm(answer, version, schema);
  return { texts: content.map((block) => (block.type === "text" ? block.text : block)), structuredContent, isError };
}

describe("a success", () => {
  it("is compact JSON, then the words, which stand in the data too", () => {
    expect(formed({ refused: false, data: { a: [1, { b: "ї" }] }, text: "two\nlines" })).toEqual({
      texts: ['{"a":[1,{"b":"ї"}],"note":"two\\nlines"}', "two\nlines"],
      structuredContent: { a: [1, { b: "ї" }], note: "two\nlines" },
    });
  });

  it("keeps the order of the text that was made for it", () => {
    const ordered = (dataText: string, data: Record<string, unknown>, text?: string) =>
      formed({ refused: false, data, dataText, ...(text !== undefined && { text }) }).texts[0];
    expect(ordered('{"10":1,"2":2}', { 2: 2, 10: 1 })).toBe('{"10":1,"2":2}');
    expect(ordered('{"10":1,"2":2}', { 2: 2, 10: 1 }, "w")).toBe('{"10":1,"2":2,"note":"w"}');
    expect(ordered("{}", {}, "w")).toBe('{"note":"w"}');
    expect(ordered('{"note":"w","a":1}', { a: 1, note: "w" }, "w")).toBe('{"note":"w","a":1}');
  });

  it("sends no empty block", () => {
    expect(formed({ refused: false, data: { a: 1 }, text: "" })).toEqual({
      texts: ['{"a":1}'],
      structuredContent: { a: 1 },
    });
    expect(formed({ refused: false })).toEqual({ texts: [], structuredContent: {} });
  });
});

describe("a refusal", () => {
  it("is one text alone", () => {
    expect(formed({ refused: true, text: "No." })).toEqual({ texts: ["No."], isError: true });
  });

  it("with data is their JSON, structured where it fits the output schema", () => {
    const refused = (data: Record<string, unknown>) => formed({ refused: true, data }, strict);
    expect(refused({ ok: false })).toEqual({
      texts: ['{"ok":false}'],
      structuredContent: { ok: false },
      isError: true,
    });
    expect(refused({ ok: false, more: 1 })).toEqual({ texts: ['{"ok":false,"more":1}'], isError: true });
    expect(refused({})).toEqual({ texts: ["{}"], isError: true });
  });

  it("with data and words is one block that holds both", () => {
    expect(formed({ refused: true, data: { ok: false }, text: "Why." }).texts).toEqual(['{"ok":false,"note":"Why."}']);
  });
});

describe("before 2025-06-18", () => {
  it.each(["2024-11-05", "2025-03-26"])("nothing is structured: %s", (version) => {
    const success = answerForm({ refused: false, data: { a: 1 } }, version, open);
    expect(Object.keys(success)).toEqual(["content"]);
    const refusal = answerForm({ refused: true, data: { ok: false } }, version, strict);
    expect(Object.keys(refusal)).toEqual(["content", "isError"]);
  });
});
