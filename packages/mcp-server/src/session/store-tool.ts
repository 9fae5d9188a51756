import { sessionRefusals } from "@prilavok/protocol";
import type {
  ObjectSchema,
  ToolAnnotations,
  ToolAnswer,
  ToolContext,
  ToolDefinition,
} from "../tools/tool-definition.ts";
import { checkParameters, type Parameters } from "./check-parameters.ts";
import { findRules } from "./rules.ts";
import type { Session } from "./session.ts";
import type { SessionHolder } from "./session-holder.ts";

/** A tool that works in an open session and stands on a right. */
export interface StoreTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly right?: string;
  readonly parameters: Parameters;
  readonly required?: readonly string[];
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  work(session: Session, values: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer>;
}

export function refuse(text: string): ToolAnswer {
  return { refused: true, text };
}

/** Page 10, "What the server does with every call": connected, the right, the rules, the parameters, then the work. */
export function storeTool(tool: StoreTool, holder: SessionHolder): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.parameters, tool.required),
    outputSchema: tool.outputSchema,
    annotations: tool.annotations,
    run: async (args, context) => {
      const session = await holder.need(context.clientName, context.signal);
      if ("refusal" in session) return refuse(session.refusal);
      if (tool.right !== undefined && !session.rights.has(tool.right)) {
        return refuse(sessionRefusals.accessDenied(tool.right, session.rightPaths[tool.right] ?? tool.right));
      }
      const rules = findRules(session, tool.name);
      if (rules !== undefined && session.accepted.get(tool.name) !== rules.code) {
        return refuse(sessionRefusals.rulesRequired(tool.name, rules.code, rules.file, rules.text));
      }
      const checked = checkParameters(tool.name, tool.parameters, args);
      if ("refusal" in checked) return refuse(checked.refusal);
      return tool.work(session, checked.values, context);
    },
  };
}

/** JSON Schema of the parameters: an object at the root, no unions. */
export function inputSchema(parameters: Parameters, required: readonly string[] = []): ObjectSchema {
  const properties = Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema]));
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
