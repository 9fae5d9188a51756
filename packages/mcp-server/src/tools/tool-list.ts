import { fitAnswer } from "../rows/fit-answer.ts";
import type { Parameters } from "../session/check-parameters.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

const PARAMETERS: Parameters = {
  unit: {
    schema: { type: "string", description: "A tool's address: shows its commands, their fields and attachments" },
  },
};

/** tool_list: the store's AI tools, or one of them with its signature. */
export const toolList: StoreTool = {
  name: "tool_list",
  title: "AI tools of the store",
  description:
    "Lists the store's own AI tools: address (`unit`), place, what they do, the commands this person may run (`may`) and the rest (`also`). With `unit` it shows one tool whole: commands, fields with type, required and default, attachments. A `descr` that ends in … is cut: `unit` shows it whole. Call it before tool_run and tool_pool: the fields of a command stand only here.",
  right: "AGENT_TOOL_LIST",
  parameters: PARAMETERS,
  outputSchema: {
    type: "object",
    properties: {
      grant: { type: "string", description: "Where commands are granted" },
      tools: { type: "object", description: "columns and rows: unit, path, descr, may, also" },
      unit: { type: "string", description: "The tool's address" },
      path: { type: "string", description: "Its place in the registry" },
      descr: { type: "string", description: "What it does, when to call it" },
      commands: { type: "array", description: "Its commands with their fields", items: { type: "object" } },
      note: { type: "string", description: "What to do in a store without tools" },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const answer = await askCore(session, "tool_list", values, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    const { note, ...data } = answer.data;
    const fitted = await fitAnswer(session, "tool_list", data);
    return { refused: false, data: fitted, ...(typeof note === "string" ? { text: note } : {}) };
  },
};
