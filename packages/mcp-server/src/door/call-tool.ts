import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { callRefusals } from "@prilavok/protocol";
import type { ToolDefinition } from "../tools/tool-definition.ts";
import { answerForm } from "./answer-form.ts";
import { knows } from "./protocol-version.ts";

/** One `tools/call` as the protocol brought it. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly version: string;
  readonly clientName: string | undefined;
  readonly signal: AbortSignal;
  /** Sends `notifications/progress`; absent when the client gave no token. */
  readonly sendProgress: ((params: { progress: number; total?: number; message?: string }) => void) | undefined;
  readonly log: (line: string) => void;
}

/** Runs a tool. A fault in it becomes a refusal with an incident number; what happened stands in the log alone. */
export async function callTool(tool: ToolDefinition, call: ToolCall): Promise<CallToolResult> {
  const { version, signal, clientName } = call;
  const progress = progressOf(call);
  try {
    const answer = await tool.run(call.args, { signal, clientName, progress: progress.report });
    return answerForm(answer, version, tool.outputSchema);
  } catch (fault) {
    const incident = randomBytes(4).toString("hex");
    if (!signal.aborted) call.log(`incident ${incident} in ${tool.name}: ${inspect(fault)}`);
    return { content: [{ type: "text", text: callRefusals.fault(incident) }], isError: true };
  } finally {
    progress.stop();
  }
}

/** Progress that only grows, and ends with the call. */
function progressOf({ sendProgress, signal, version }: ToolCall) {
  let last = Number.NEGATIVE_INFINITY;
  let stopped = sendProgress === undefined;
  return {
    report: (done: number, total?: number, message?: string): void => {
      if (stopped || signal.aborted || !(done > last)) return;
      last = done;
      sendProgress?.({
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && knows(version, "2025-03-26") && { message }),
      });
    },
    stop: (): void => {
      stopped = true;
    },
  };
}
