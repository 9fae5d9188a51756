import type { ToolCall } from "./call-cases.ts";

/** A call of every MCP tool that a connected session of a fresh store answers without a refusal, in the tools' order. */
export const oneCallEach: readonly (ToolCall & { readonly refusal?: string })[] = [
  { tool: "session_init" },
  { tool: "session_connect", args: { topic: "clients" } },
  {
    tool: "session_rules_accept",
    args: { tool: "tool_run", code: "none" },
    refusal: "NO_RULES: tool_run has no rules",
  },
  { tool: "session_clear" },
  { tool: "tool_list" },
  { tool: "tool_run", args: { unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" } },
  { tool: "tool_pool", args: { pool: [{ unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" }] } },
  { tool: "tool_export" },
  { tool: "engine_db_tables", args: { name: "currency" } },
  { tool: "engine_db_select", args: { pool: [{ do: "select", sql: "SELECT 1 AS one" }] } },
  { tool: "engine_db_execute", args: { pool: [{ do: "generate", table: "currency" }] } },
  { tool: "engine_db_locks" },
  { tool: "engine_db_unlocks" },
  { tool: "engine_files_add", args: { files: [] }, refusal: "files is required: " },
  {
    tool: "engine_files_load",
    args: { files: [{ entity: "store", elem_id: 1 }] },
    refusal: "Element not found: store id 1",
  },
  {
    tool: "engine_files_remove",
    args: { files: [{ entity: "store", id: 1 }] },
    refusal: "No such file: store id 1",
  },
];
