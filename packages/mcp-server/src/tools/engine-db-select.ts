import type { StoreTool } from "../session/store-tool.ts";
import { stepPoolTool } from "./step-pool-tool.ts";

const STEP_FIELDS = {
  do: { type: "string", description: "select, or dependent: which tables point at a table" },
  sql: { type: "string", description: "select: one statement that reads; {DBNICK}_store is a table of the store" },
  params: { type: "object", description: "select: values of :NAMES, lists for IN, references" },
  big: { type: "boolean", description: "select: lifts the limit of 5000 rows; rows go to a file" },
  output: { type: "string", description: "select: a path on this computer for the rows" },
  table: { type: "string", description: "dependent: the main table" },
  ids: {
    type: "string",
    description: "dependent: count the rows that point at these ids: a list, [1, 2], or a reference, @goods.*.id",
  },
};

/** engine_db_select: a pool of reading SQL steps. */
export const engineDbSelect: StoreTool = stepPoolTool({
  name: "engine_db_select",
  title: "Read the database",
  description:
    "Reads the store's database by a pool of SQL steps: SELECT, SHOW, DESCRIBE, EXPLAIN in the dialect `engine` of session_connect names. It cannot write. Values come as text, NULL as null. Over 5000 rows a step wants big: true; heavy rows land in a .jsonl file (an object a line) whose path, count and first rows are answered. Bind values by params instead of writing them into sql. In params and ids a whole string that refers to an earlier step by its name is replaced by what that brought: @goods.0.id the first row's id, @goods.*.id the list of all ids (IN (:IDS)), @goods.rows the count; rows that went to a file lend nothing; @@text is the text @text. See engine_db_tables for the columns first.",
  right: "AGENT_ENGINE_DB_SELECT",
  stepFields: STEP_FIELDS,
  answered: {
    steps: "num, do, name, rows and data, or file and head of a heavy step; error of the step it stopped on",
    changed: "Always empty",
    unlocked: "Always empty",
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});
