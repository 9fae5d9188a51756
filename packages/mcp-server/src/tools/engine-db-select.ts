import { callRefusals, localFileRefusals, stepPoolRefusals } from "@prilavok/protocol";
import { fencedPath } from "../local/fenced-path.ts";
import { fileStamp } from "../local/file-stamp.ts";
import { rowFileName } from "../rows/file-name.ts";
import { receiveAnswer } from "../rows/receive-answer.ts";
import { heavyStepPath, outputProblem, type StepPlace, StepRows } from "../rows/step-rows.ts";
import { asKind, type Parameters } from "../session/check-parameters.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { composePoolAnswer, type PoolEnd } from "./compose-pool-answer.ts";
import { readPoolList } from "./read-pool-list.ts";
import { reportReading } from "./report-reading.ts";
import type { ObjectSchema } from "./tool-definition.ts";

const PARAMETERS: Parameters = {
  pool: {
    schema: {
      type: "array",
      description: "Steps in the order they run, on one connection",
      items: {
        type: "object",
        properties: {
          do: { type: "string", description: "select, or dependent: which tables point at a table" },
          name: { type: "string", description: "For @name references and the file's name" },
          sql: {
            type: "string",
            description: "select: one statement that reads; {DBNICK}_store is a table of the store",
          },
          params: { type: "object", description: "select: values of :NAMES, never written into the text" },
          big: { type: "boolean", description: "select: lifts the limit of 5000 rows; rows go to a file" },
          output: { type: "string", description: "select: a path on this computer for the rows" },
          table: { type: "string", description: "dependent: the main table" },
          ids: {
            type: "array",
            description: "dependent: count the rows that point at these ids",
            items: { type: "string" },
          },
        },
        required: ["do"],
      },
    },
  },
  pool_source: {
    schema: { type: "string", description: "Instead of pool: a JSON file on this computer with the list" },
  },
};

const OUTPUT: ObjectSchema = {
  type: "object",
  properties: {
    ok: { type: "boolean", description: "Whether the pool reached its end" },
    steps: {
      type: "array",
      description: "num, do, name, rows and data, or file and head of a heavy step; error of the step it stopped on",
      items: { type: "object" },
    },
    changed: { type: "array", description: "Always empty", items: { type: "string" } },
    unlocked: { type: "array", description: "Always empty", items: { type: "string" } },
    ms: { type: "integer", description: "Milliseconds on the server" },
  },
  required: ["ok", "steps"],
};

/** engine_db_select: a pool of reading SQL steps. */
export const engineDbSelect: StoreTool = {
  name: "engine_db_select",
  title: "Read the database",
  description:
    "Reads the store's database by a pool of SQL steps: SELECT, SHOW, DESCRIBE, EXPLAIN in the dialect `engine` of session_connect names. It cannot write. Values come as text, NULL as null. Over 5000 rows a step wants big: true; heavy rows land in a .jsonl file (an object a line) whose path, count and first rows are answered. Bind values by params instead of writing them into sql. See engine_db_tables for the columns first.",
  right: "AGENT_ENGINE_DB_SELECT",
  parameters: PARAMETERS,
  outputSchema: OUTPUT,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const list = await readPoolList(session.local, values, {
      required: stepPoolRefusals.poolRequired,
      twice: stepPoolRefusals.poolTwice,
      noList: localFileRefusals.noListOfSteps,
    });
    if ("refusal" in list) return refuse(list.refusal);
    const split = await splitOutputs(session, list.steps);
    if ("refusal" in split) return refuse(split.refusal);

    const call = { command: "engine_db_select", args: { pool: split.steps }, app: session.app, topic: session.topic };
    const reading = reportReading(session.carrier.call(call, context.signal), context);
    const received = await receiveAnswer(reading, (section) => StepRows.open(placeOf(split.places, section)));
    if (!received.whole) {
      return refuse(context.signal.aborted ? callRefusals.cancelled : callRefusals.brokeOff(received.rows));
    }
    if (!received.envelope.ok) return refuse(received.envelope.error);
    return composePoolAnswer(received.envelope.data as unknown as PoolEnd, received.sections);
  },
};

/** Takes every `output` off its step, as no local path leaves the computer, and says where each step's rows go. */
async function splitOutputs(
  session: Session,
  list: readonly unknown[],
): Promise<{ readonly steps: unknown[]; readonly places: readonly StepPlace[] } | { readonly refusal: string }> {
  const stamp = fileStamp(new Date(), session.timezone);
  const steps: unknown[] = [];
  const places: StepPlace[] = [];
  for (const [index, given] of list.entries()) {
    const num = index + 1;
    const object = asKind("object", given);
    if (object === undefined) return { refusal: stepPoolRefusals.stepNotObject(num) };
    if (Object.hasOwn(object as object, "file")) return { refusal: stepPoolRefusals.unknownFile(num) };
    const { output, ...step } = object as { output?: unknown; name?: unknown; big?: unknown };
    const name = typeof step.name === "string" && step.name !== "" ? step.name : String(num);
    if (output === undefined || output === null) {
      steps.push(step);
      const path = heavyStepPath(session.folder, rowFileName(stamp, name));
      places.push({ path, replace: false, always: step.big === true });
      continue;
    }
    if (typeof output !== "string" || output === "") return { refusal: stepPoolRefusals.outputNotPath(num) };
    const fenced = await fencedPath(session.local, output, "write");
    if ("refusal" in fenced) return { refusal: stepPoolRefusals.outputFenced(num, fenced.refusal) };
    const { path } = fenced;
    const problem = await outputProblem(path);
    if (problem !== undefined) return { refusal: stepPoolRefusals.outputRefused(num, output, problem) };
    steps.push({ ...step, file: true });
    places.push({ path, replace: true, always: true });
  }
  return { steps, places };
}

function placeOf(places: readonly StepPlace[], section: string): StepPlace {
  const place = places[Number(section.slice("steps.".length)) - 1];
  if (place === undefined) throw new Error(`Core opened a section of no step: ${section}`);
  return place;
}
