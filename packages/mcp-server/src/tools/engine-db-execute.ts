import type { StoreTool } from "../session/store-tool.ts";
import { stepPoolTool } from "./step-pool-tool.ts";

const STEP_FIELDS = {
  do: {
    type: "string",
    description:
      "lock, unlock, generate, select, dependent, modify, insert, tree_add, tree_move, tree_up, tree_down, tree_remove, clear_dependent or change",
  },
  table: {
    type: "string",
    description: "generate, insert, dependent, tree_*, clear_dependent: the table, store or ms_store",
  },
  tables: {
    type: "array",
    description: "lock, change: the tables; unlock: only these of the pool's own",
    items: { type: "string" },
  },
  sql: { type: "string", description: "select, modify: one statement; {DBNICK}_store is a table of the store" },
  params: { type: "object", description: "select, modify: values of :NAMES, lists for IN, references" },
  rows: {
    type: "array",
    description: "insert: objects of columns and values or references, all with the columns of the first",
    items: { type: "object" },
  },
  id: {
    type: "string",
    description: "tree_move, tree_up, tree_down, tree_remove: the node, a whole number or a reference",
  },
  parent_id: { type: "string", description: "tree_add, tree_move: the parent, likewise; 0 for the top" },
  ids: {
    type: "string",
    description: "dependent: count the rows that point at these ids: a list, [1, 2], or a reference, @goods.*.id",
  },
  big: { type: "boolean", description: "select: lifts the limit of 5000 rows; rows go to a file" },
  output: { type: "string", description: "select: a path on this computer for the rows" },
};

/** engine_db_execute: a pool of steps that write. */
export const engineDbExecute: StoreTool = stepPoolTool({
  name: "engine_db_execute",
  title: "Change the database",
  description:
    "Changes the store's database by a pool of steps. There is no transaction: an error stops the pool and what was done stays. A usual pool: lock the tables, generate ids, insert or modify, change the tables so that whoever keeps copies reads them anew. What the pool took into work it gives back by itself. Trees (tindex, tlevel, absindex) are changed by tree_* steps only; clear_dependent deletes what hangs loose after a removal: look with dependent first. Forecast and check with select steps. In params, rows, id, parent_id and ids a whole string that refers to an earlier step by its name is replaced by what that brought: @id the id of a generate, insert, modify or tree_add; @goods.0.id a row's value of a select, @goods.*.id the list of all; @dep.count.store a part of an answer; @@text is the text @text.",
  right: "AGENT_ENGINE_DB_EXECUTE",
  stepFields: STEP_FIELDS,
  answered: {
    steps:
      "num, do, name and what the step answers: value, affected and insert_id, rows and data, deleted, cleared; error of the step it stopped on",
    changed: "Tables marked as changed",
    unlocked: "Tables that the pool gave back by itself at its end",
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
});
