import type { Tool } from "@modelcontextprotocol/server";
import type { ToolDefinition } from "../tools/tool-definition.ts";
import { knows } from "./protocol-version.ts";

type Schema = Tool["inputSchema"];

/** A tool as `tools/list` shows it to a client that speaks `version`: no field newer than that. Schemas are plain JSON. */
export function listedTool(tool: ToolDefinition, version: string): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const structured = knows(version, "2025-06-18");
  return {
    name,
    ...(structured && { title }),
    description,
    inputSchema: inputSchema as Schema,
    ...(structured && { outputSchema: outputSchema as Schema }),
    ...(knows(version, "2025-03-26") && { annotations }),
  };
}
