import { describe, expect, it } from "vitest";
import type { ObjectSchema, ToolDefinition } from "../tools/tool-definition.ts";
import { checkToolDefinition } from "./check-tool-definition.ts";

const words = { type: "string", description: "Words." };
const object = (properties: ObjectSchema["properties"], more = {}): ObjectSchema => ({
  type: "object",
  properties,
  ...more,
});
const sound: ToolDefinition = {
  name: "tool_list",
  title: "List",
  description: "Lists.",
  inputSchema: object({ words, list: { type: "array", description: "A list.", items: { type: "string" } } }),
  outputSchema: object({ size: { type: ["integer", "null"], description: "Bytes, or null." } }, { required: ["size"] }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: () => Promise.resolve({ refused: false }),
};
const input = (properties: ObjectSchema["properties"], more = {}) =>
  checkToolDefinition({ ...sound, inputSchema: object(properties, more) });

describe("checkToolDefinition", () => {
  it("has nothing to say of a sound tool", () => {
    expect(checkToolDefinition(sound)).toEqual([]);
  });

  it.each([
    ["a root union", input({}, { anyOf: [] }), "tool_list: inputSchema has anyOf"],
    ["a reference", input({ a: { ...words, $ref: "#" } }), "tool_list: inputSchema.a has $ref"],
    ["a format", input({ a: { ...words, format: "uri" } }), "tool_list: inputSchema.a has format"],
    [
      "a union of types",
      input({ a: { ...words, type: ["string", "null"] } }),
      'inputSchema.a.type is ["string","null"]',
    ],
    ["a list of one type", input({ a: { ...words, type: ["string", "array"] } }), "not one plain type"],
    ["no type", input({ a: { description: "Any." } }), "inputSchema.a.type is undefined"],
    ["a list without items", input({ a: { type: "array", description: "A." } }), "inputSchema.a.items is not a schema"],
    ["no description", input({ a: { type: "string" } }), "inputSchema.a has no description"],
    [
      "no description inside",
      input({ a: { ...object({ b: { type: "string" } }), description: "A." } }),
      "inputSchema.a.b has no",
    ],
    ["numbers in an enum", input({ a: { ...words, enum: [1] } }), "enum holds something else"],
    ["a required stranger", input({ words }, { required: ["other"] }), "requires other"],
    ["a long name", checkToolDefinition({ ...sound, name: "x".repeat(41) }), "the name must match"],
    ["a name with a dot", checkToolDefinition({ ...sound, name: "a.b" }), "the name must match"],
    ["no words of its own", checkToolDefinition({ ...sound, description: "" }), "the description is empty"],
    ["too many words", checkToolDefinition({ ...sound, description: "ж".repeat(1100) }), "over 2048 bytes"],
    ["too many tokens", input({ a: { ...words, description: "x".repeat(3300) } }), "tokens, 800 at most"],
  ])("finds %s", (_name, findings, finding) => {
    expect(findings.join("\n")).toContain(finding);
  });
});
