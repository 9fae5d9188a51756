import type { StoreTool } from "../session/store-tool.ts";
import { stepPoolTool } from "./step-pool-tool.ts";

const STEP_FIELDS = {
  do: { type: "string", description: "select, or dependent: which tables point at a table" },
  sql: { type: "string", description: "select: one statement that reads; {DBNICK}_store is a table of the store" },
  params: { type: "object", description: "select: values of :NAMES, never written into the text" },
  big: { type: "boolean", description: "select: lifts the limit of 5000 rows; rows go to a file" },
  output: { type: "string", description: "select: a path on this computer for the rows" },
  table: { type: "string", description: "dependent: the main table" },
  ids: {
    type: "array",
    description: "dependent: count the rows that point at these ids",
    items: { type: "string" },
  },
};

/** engine_db_select: a pool of reading SQL steps. */
export const engineDbSelect: StoreTool = stepPoolTool({
  name: "engine_db_select",
  title: "Read the database",
  description:
    "Reads the store's database by a pool of SQL steps: SELECT, SHOW, DESCRIBE, EXPLAIN in the dialect `engine` of session_connect names. It cannot write. Values come as text, NULL as null. Over 5000 rows a step wants big: true; heavy rows land in a .jsonl file (an object a line) whose path, count and first rows are answered. Bind values by params instead of writing them into sql. See engine_db_tables for the columns first.",
  right: "AGENT_ENGINE_DB_SELECT",
  stepFields: STEP_FIELDS,
  answered: {
    steps: "num, do, name, rows and data, or file and head of a heavy step; error of the step it stopped on",
    changed: "Always empty",
    unlocked: "Always empty",
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});
