import { callRefusals, localFileRefusals } from "@prilavok/protocol";
import { fitSteps } from "../rows/fit-answer.ts";
import type { Parameters } from "../session/check-parameters.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { type CommandStep, checkStepList } from "./check-step-list.ts";
import { readCommandFields } from "./read-command-fields.ts";
import { readPoolList } from "./read-pool-list.ts";
import { resolveStepReferences } from "./resolve-step-references.ts";
import { runCommand } from "./run-command.ts";
import type { ObjectSchema, ToolContext } from "./tool-definition.ts";

const PARAMETERS: Parameters = {
  pool: {
    schema: {
      type: "array",
      description: 'Steps in the order they run; "@name.field" in params takes detail.field of the step of that name',
      items: {
        type: "object",
        properties: {
          name: { type: "string", description: "A word without a dot, for references" },
          unit: { type: "string", description: "The tool's address" },
          command: { type: "string", description: "The command" },
          params: { type: "object", description: "Its fields" },
          params_source: { type: "string", description: "Instead of params: a JSON file with them" },
          debug: { type: "boolean", description: "As in tool_run" },
          into: { type: "string", description: "As in tool_run" },
        },
        required: ["unit", "command"],
      },
    },
  },
  pool_source: {
    schema: {
      type: "string",
      description: "Instead of pool: a JSON file on this computer with the list, absolute or from the store folder",
    },
  },
};

const OUTPUT: ObjectSchema = {
  type: "object",
  properties: {
    result: { type: "boolean", description: "Whether every step was carried out" },
    steps: {
      type: "array",
      description: "Answers of the steps done, the one it stopped on last",
      items: { type: "object" },
    },
    time: { type: "object", description: "trip: milliseconds of the whole pool" },
  },
  required: ["result", "steps", "time"],
};

/** tool_pool: many commands of AI tools in one call, a step taking what an earlier one did. */
export const toolPool: StoreTool = {
  name: "tool_pool",
  title: "Run many commands in one call",
  description:
    'Runs many commands of the store\'s AI tools in order in one call: a batch, or a chain where a step takes what an earlier one made ("@cur.id" is detail.id of the step named cur; "@g.ids.0" goes deeper). The list is checked before the first step; the first refusal stops it and what was done stays: there is no rollback, so look at `steps` before repeating. Attachments go through tool_run. The tables of each step land in files of their own, which the next pool overwrites. A long list is best written to a file: pool_source.',
  right: "AGENT_TOOL_RUN",
  parameters: PARAMETERS,
  outputSchema: OUTPUT,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  work: async (session, values, context) => {
    const list = await readPoolList(session.local, values, {
      required: callRefusals.poolRequired,
      twice: callRefusals.poolTwice,
      noList: localFileRefusals.noListOfSteps,
    });
    if ("refusal" in list) return refuse(list.refusal);
    const checked = checkStepList(list.steps);
    if ("refusal" in checked) return refuse(checked.refusal);
    const data = await runSteps(session, checked.steps, context);
    return { refused: !data.result, data: await fitSteps(session, data) };
  },
};

interface PoolData extends Record<string, unknown> {
  readonly result: boolean;
  readonly steps: Record<string, unknown>[];
}

async function runSteps(session: Session, steps: readonly CommandStep[], context: ToolContext): Promise<PoolData> {
  const startedAt = performance.now();
  const details = new Map<string, unknown>();
  const done: Record<string, unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    const answer = await runStep(session, step, index + 1, details, context.signal);
    done.push(answer);
    if (answer["result"] !== true) break;
    if (step.name !== "") details.set(step.name.toLowerCase(), answer["detail"]);
    context.progress(index + 1, steps.length, `Step ${index + 1} of ${steps.length}`);
  }
  const result = done.length === steps.length && done.at(-1)?.["result"] === true;
  return { result, steps: done, time: { trip: Math.round(performance.now() - startedAt) } };
}

/** One step as an ordinary tool_run call; a step that does not reach the store has only `result` and `message`. */
async function runStep(
  session: Session,
  step: CommandStep,
  num: number,
  details: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const head = { num, name: step.name, unit: step.values["unit"], command: step.values["command"] };
  const stopped = (message: string) => ({ ...head, result: false, message });
  if (signal.aborted) return stopped(callRefusals.cancelled);
  const fields = await readCommandFields(session.local, step.values);
  if ("refusal" in fields) return stopped(fields.refusal);
  const params = resolveStepReferences(fields.request.params, details);
  if ("refusal" in params) return stopped(params.refusal);
  const request = { ...fields.request, params: params.value as Record<string, unknown> };
  const answer = await runCommand(session, request, { ...fields.placing, prefix: `step${num}` }, signal);
  return answer.kind === "crash" ? stopped(answer.text) : { ...head, ...answer.data };
}
