import type { CallToolResult } from "@modelcontextprotocol/server";
import { ANSWER_CHARACTERS, shortText } from "../rows/fit-answer.ts";
import type { ObjectSchema, ToolAnswer } from "../tools/tool-definition.ts";
import { fitsSchema } from "./fits-schema.ts";
import { knows } from "./protocol-version.ts";

type Data = Readonly<Record<string, unknown>>;

/**
 * Page 10, "The form of an answer", as far as `version` knows it. A success: the data as JSON, then the text; a refusal:
 * one text. `structuredContent` comes with every success from 2025-06-18 on, since clients insist on it where a tool has
 * an output schema, and with a refusal whose data fits that schema.
 */
export function answerForm(answer: ToolAnswer, version: string, outputSchema: ObjectSchema): CallToolResult {
  const data = noted(answer.data, answer.text);
  const texts = [dataText(answer, data), answer.text].filter((text) => text !== undefined && text !== "");
  const whole = texts.map((text) => ({ type: "text" as const, text: text as string }));
  const structured = knows(version, "2025-06-18");

  if (answer.refused) {
    const fits = data !== undefined && fitsSchema(data, outputSchema);
    const content = data === undefined ? whole.map(cutRefusal) : whole.slice(0, 1);
    return { content, isError: true, ...(structured && fits && { structuredContent: data }) };
  }
  return { content: whole, ...(structured && { structuredContent: data ?? noted({}, answer.text) }) };
}

/** A refusal repeats what the caller wrote, however long that is. */
function cutRefusal({ type, text }: { type: "text"; text: string }) {
  return { type, text: shortText(text, ANSWER_CHARACTERS - 100) };
}

/** Some hosts show the model the structured data alone, so the words stand in it too. */
function noted(data: Data | undefined, text: string | undefined): Record<string, unknown> | undefined {
  if (data === undefined) return undefined;
  return text === undefined || text === "" ? data : { ...data, note: text };
}

function dataText({ data: plain, dataText: ordered, text }: ToolAnswer, data: Data | undefined): string | undefined {
  if (ordered === undefined || plain === undefined || data === undefined) return data && JSON.stringify(data);
  if (data === plain || Object.hasOwn(plain, "note")) return ordered;
  const note = `"note":${JSON.stringify(text)}}`;
  return ordered === "{}" ? `{${note}` : `${ordered.slice(0, -1)},${note}`;
}
