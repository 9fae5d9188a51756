import { sessionRefusals } from "@prilavok/protocol";
import { checkParameters, type Parameters } from "../session/check-parameters.ts";
import { findRules } from "../session/rules.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import { inputSchema, refuse } from "../session/store-tool.ts";
import type { ToolDefinition } from "./tool-definition.ts";

const PARAMETERS: Parameters = {
  tool: {
    schema: { type: "string", description: "The tool whose rules were read, for example engine_db_execute" },
    wrongKind: sessionRefusals.toolRequired,
  },
  code: {
    schema: { type: "string", description: "The code in the refusal RULES_REQUIRED" },
    wrongKind: sessionRefusals.codeRequired,
  },
};

/** session_rules_accept: accepts the owner's rules of a tool for this session. */
export function sessionRulesAccept(holder: SessionHolder, toolNames: readonly string[]): ToolDefinition {
  return {
    name: "session_rules_accept",
    title: "Accept the rules of a tool",
    description:
      "Accepts the owner's rules of a tool for this session. Call it only after a tool answered RULES_REQUIRED: read the rules in that answer, pass the tool and the code from it, then repeat the refused call. The code fits this session and this text only.",
    inputSchema: inputSchema(PARAMETERS, ["tool", "code"]),
    outputSchema: {
      type: "object",
      properties: { accepted: { type: "string", description: "The tool whose rules are accepted now" } },
      required: ["accepted"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (args, context) => {
      const session = await holder.need(context.clientName, context.signal);
      if ("refusal" in session) return refuse(session.refusal);
      const checked = checkParameters("session_rules_accept", PARAMETERS, args);
      if ("refusal" in checked) return refuse(checked.refusal);
      const { tool, code } = checked.values as { tool?: string; code?: string };
      if (tool === undefined || tool === "") return refuse(sessionRefusals.toolRequired);
      if (!toolNames.includes(tool)) return refuse(sessionRefusals.unknownTool(tool.slice(0, 100), toolNames));
      const rules = findRules(session, tool);
      if (rules === undefined) return refuse(sessionRefusals.noRules(tool));
      if (code === undefined || code === "") return refuse(sessionRefusals.codeRequired);
      if (code !== rules.code) return refuse(sessionRefusals.wrongCode(tool, rules.code, rules.file, rules.text));
      session.accepted.set(tool, rules.code);
      return { refused: false, data: { accepted: tool } };
    },
  };
}
