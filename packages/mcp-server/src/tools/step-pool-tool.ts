import { dirname } from "node:path";
import { callRefusals, isDeeper, localFileRefusals, MAX_LEVELS, stepPoolRefusals } from "@prilavok/protocol";
import { fencedPath } from "../local/fenced-path.ts";
import { fileStamp } from "../local/file-stamp.ts";
import { sweepParts } from "../local/part-file.ts";
import { rowFileName } from "../rows/file-name.ts";
import { receiveAnswer } from "../rows/receive-answer.ts";
import { heavyStepPath, outputProblem, type StepPlace, StepRows } from "../rows/step-rows.ts";
import { asKind, type Parameters } from "../session/check-parameters.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { composePoolAnswer } from "./compose-pool-answer.ts";
import { readPoolList } from "./read-pool-list.ts";
import { reportReading } from "./report-reading.ts";
import type { ObjectSchema, ToolAnnotations, ToolContext } from "./tool-definition.ts";

/** What one engine_db pool has of its own. */
export interface StepPoolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly right: string;
  /** The fields of its steps as JSON Schema, without `name`. */
  readonly stepFields: Readonly<Record<string, object>>;
  /** What the answer's `steps`, `changed` and `unlocked` hold. */
  readonly answered: Readonly<Record<"steps" | "changed" | "unlocked", string>>;
  readonly annotations: ToolAnnotations;
}

/** An MCP tool that has Core carry a pool of database steps out; rows of heavy steps become files on this computer. */
export function stepPoolTool({ stepFields, answered, ...tool }: StepPoolDefinition): StoreTool {
  return {
    ...tool,
    parameters: parameters(stepFields),
    outputSchema: outputSchema(answered),
    work: (session, values, context) => runStepPool(tool, session, values, context),
  };
}

async function runStepPool(
  { name: command, annotations }: Pick<StepPoolDefinition, "name" | "annotations">,
  session: Session,
  values: Readonly<Record<string, unknown>>,
  context: ToolContext,
): ReturnType<StoreTool["work"]> {
  const list = await readPoolList(session.local, values, {
    required: stepPoolRefusals.poolRequired,
    twice: stepPoolRefusals.poolTwice,
    noList: localFileRefusals.noListOfSteps,
  });
  if ("refusal" in list) return refuse(list.refusal);
  const split = await splitOutputs(session, list.steps);
  if ("refusal" in split) return refuse(split.refusal);

  const call = { command, args: { pool: split.steps }, app: session.app, topic: session.topic };
  const onlyReads = annotations.readOnlyHint;
  const brokeOff = onlyReads ? stepPoolRefusals.readingBrokeOff : callRefusals.brokeOff;
  const report = reportReading(context);
  const answer = session.carrier.call(call, context.signal);
  const received = await receiveAnswer(answer, (section) => openStep(split.places, section), {
    // What a pool that writes has done is still to be heard, so only the rows are passed by there.
    stopsAtFailure: onlyReads,
    onBytes: report.count,
  }).finally(report.end);
  if (!received.whole) {
    const { failed, rows } = received;
    if (failed !== undefined) return refuse(stepPoolRefusals.readingStopped(stepOf(failed.section), failed.reason));
    return refuse(context.signal.aborted ? callRefusals.cancelled : brokeOff(rows));
  }
  if (!received.envelope.ok) return refuse(received.envelope.error);
  const composed = await composePoolAnswer(received.envelope.data, received.sections);
  return composed ?? refuse(brokeOff(0));
}

/** Takes every `output` off its step, as no local path leaves the computer, and says where each step's rows go. */
async function splitOutputs(
  session: Session,
  list: readonly unknown[],
): Promise<{ readonly steps: unknown[]; readonly places: readonly StepPlace[] } | { readonly refusal: string }> {
  const moment = new Date();
  const steps: unknown[] = [];
  const places: StepPlace[] = [];
  for (const [index, given] of list.entries()) {
    const num = index + 1;
    const object = asKind("object", given);
    if (object === undefined) return { refusal: stepPoolRefusals.stepNotObject(num) };
    if (isDeeper(object, MAX_LEVELS)) return { refusal: callRefusals.stepTooDeep(num, MAX_LEVELS) };
    if (Object.hasOwn(object as object, "file")) return { refusal: stepPoolRefusals.unknownFile(num) };
    const { output, ...step } = object as { output?: unknown; name?: unknown; big?: unknown };
    const name = typeof step.name === "string" && step.name !== "" ? step.name : String(num);
    if (output === undefined || output === null) {
      steps.push(step);
      places.push({
        // Few steps are heavy: the others' files need no name.
        get path() {
          return heavyStepPath(session.folder, rowFileName(fileStamp(moment, session.timezone), name));
        },
        replace: false,
        always: step.big === true,
      });
      continue;
    }
    if (typeof output !== "string" || output === "") return { refusal: stepPoolRefusals.outputNotPath(num) };
    const fenced = await fencedPath(session.local, output, "write");
    if ("refusal" in fenced) return { refusal: stepPoolRefusals.outputFenced(num, fenced.refusal) };
    const { path } = fenced;
    const problem = await outputProblem(path);
    if (problem !== undefined) return { refusal: stepPoolRefusals.outputRefused(num, output, problem) };
    await sweepParts(dirname(path), "shared");
    const same = places.findIndex((place) => place.replace && place.path === path);
    if (same !== -1) return { refusal: stepPoolRefusals.sameOutput(num, output, same + 1) };
    steps.push({ ...step, file: true });
    places.push({ path, replace: true, always: true });
  }
  return { steps, places };
}

function openStep(places: readonly StepPlace[], section: string): StepRows | undefined {
  const place = places[stepOf(section) - 1];
  return place === undefined ? undefined : new StepRows(place);
}

/** The number of the step whose rows a section holds; not a number for any other section. */
function stepOf(section: string): number {
  return Number(/^steps\.([1-9]\d*)$/.exec(section)?.[1]);
}

function parameters({ do: word, ...fields }: StepPoolDefinition["stepFields"]): Parameters {
  const name = { type: "string", description: "For @name references and the file's name" };
  return {
    pool: {
      schema: {
        type: "array",
        description: "Steps in the order they run, on one connection",
        items: { type: "object", properties: { do: word, name, ...fields }, required: ["do"] },
      },
    },
    pool_source: {
      schema: { type: "string", description: "Instead of pool: a JSON file on this computer with the list" },
    },
  };
}

function outputSchema({ steps, changed, unlocked }: StepPoolDefinition["answered"]): ObjectSchema {
  return {
    type: "object",
    properties: {
      ok: { type: "boolean", description: "Whether the pool reached its end" },
      steps: { type: "array", description: steps, items: { type: "object" } },
      changed: { type: "array", description: changed, items: { type: "string" } },
      unlocked: { type: "array", description: unlocked, items: { type: "string" } },
      ms: { type: "integer", description: "Milliseconds on the server" },
    },
    required: ["ok", "steps"],
  };
}
