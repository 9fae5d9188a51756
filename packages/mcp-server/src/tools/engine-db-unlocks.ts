import { fitAnswer } from "../rows/fit-answer.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

/** engine_db_unlocks: lifts what one's own login left in work outside any running operation. */
export const engineDbUnlocks: StoreTool = {
  name: "engine_db_unlocks",
  title: "Lift own stuck marks",
  description:
    "Lifts marks of work that your own login left on tables when an operation died; marks of a running operation and of other people stay. Call engine_db_locks first and look at what was being written: the data may be half done.",
  right: "AGENT_ENGINE_DB_UNLOCKS",
  parameters: {
    tables: {
      schema: {
        type: "array",
        description: "Only these tables; all of one's own without it",
        items: { type: "string" },
      },
    },
  },
  outputSchema: {
    type: "object",
    properties: {
      released: { type: "object", description: "columns and rows: table, since" },
      note: { type: "string", description: "Said when nothing was stuck" },
    },
    required: ["released"],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const answer = await askCore(session, "engine_db_unlocks", values, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    const { note, ...data } = answer.data;
    const fitted = await fitAnswer(session, "engine_db_unlocks", data);
    return { refused: false, data: fitted, ...(typeof note === "string" ? { text: note } : {}) };
  },
};
