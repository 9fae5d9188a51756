import { fitAnswer } from "../rows/fit-answer.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

/** engine_db_tables: the tables of the database, or the columns of one. */
export const engineDbTables: StoreTool = {
  name: "engine_db_tables",
  title: "Tables of the database",
  description:
    "Lists the tables of the store's database by their real names, or with `name` the columns of one: name, type, key, and whether its ids come from a generator (`gen`). Call it before writing SQL for engine_db_select. It reads no rows.",
  right: "AGENT_ENGINE_DB_TABLES",
  parameters: {
    name: { schema: { type: "string", description: "A table: ms_store, store or _store" } },
    reload: { schema: { type: "boolean", description: "Read the structure anew instead of from memory" } },
  },
  outputSchema: {
    type: "object",
    properties: {
      tables: { type: "array", description: "Real names", items: { type: "string" } },
      name: { type: "string", description: "The table's real name" },
      engine: { type: "string", description: "Its storage engine, VIEW for a view" },
      gen: { type: "boolean", description: "Whether it has a generator" },
      columns: { type: "object", description: "columns and rows: name, type, key (PRI, UNI, MUL)" },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const answer = await askCore(session, "engine_db_tables", values, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    return { refused: false, data: await fitAnswer(session, "engine_db_tables", answer.data) };
  },
};
