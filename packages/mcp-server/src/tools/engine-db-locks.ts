import { fitAnswer } from "../rows/fit-answer.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

/** engine_db_locks: which tables are in work, by whom, since when. */
export const engineDbLocks: StoreTool = {
  name: "engine_db_locks",
  title: "Tables in work",
  description:
    "Shows which tables are marked as in work: by which user, command and operation, since when. Call it when a command or a step answers that a table is busy. It lifts nothing: engine_db_unlocks lifts marks of your own login that an ended operation left.",
  right: "AGENT_ENGINE_DB_LOCKS",
  parameters: {},
  outputSchema: {
    type: "object",
    properties: { locks: { type: "object", description: "columns and rows: table, user, command, operation, since" } },
    required: ["locks"],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, _values, context) => {
    const answer = await askCore(session, "engine_db_locks", {}, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    return { refused: false, data: await fitAnswer(session, "engine_db_locks", answer.data) };
  },
};
