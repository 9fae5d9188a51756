import { join } from "node:path";
import { callRefusals, joinSentences } from "@prilavok/protocol";
import { fileErrorReason } from "../local/file-error-reason.ts";
import type { OutgoingFiles } from "../local/outgoing-files.ts";
import { appendToJob } from "../rows/append-to-job.ts";
import { rowFileName } from "../rows/file-name.ts";
import { FileSink } from "../rows/file-sink.ts";
import { receiveAnswer } from "../rows/receive-answer.ts";
import type { Session } from "../session/session.ts";

/** One command as it leaves this computer. */
export interface CommandRequest {
  readonly unit: string;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly debug: boolean;
  readonly files?: OutgoingFiles | undefined;
}

/** How the tables of an answer are named: `step<num>` in front inside a pool, and the job they are added to. */
export interface TablePlacing {
  readonly prefix?: string;
  readonly job?: string;
}

/** The answer as the agent gets it, or the text of a crash. */
export type CommandAnswer =
  | { readonly kind: "answer"; readonly data: Record<string, unknown> & { readonly result: boolean } }
  | { readonly kind: "crash"; readonly text: string };

const TABLE_SECTION = /^tables\.[A-Za-z0-9_]{1,64}$/;

/** Calls one command of an AI tool, writes its tables into the conversation folder and measures the whole trip. */
export async function runCommand(
  session: Session,
  request: CommandRequest,
  placing: TablePlacing,
  signal: AbortSignal,
): Promise<CommandAnswer> {
  const startedAt = performance.now();
  const folder = join(session.folder, "tables");
  const { unit, command, params, debug, files } = request;
  const args = { unit, command, params, debug, ...(files === undefined ? {} : { files: files.entries }) };
  const call = { command: "tool_run", args, app: session.app, topic: session.topic };
  const received = await receiveAnswer(session.carrier.call(call, signal, files?.parts()), (section) =>
    TABLE_SECTION.test(section) ? new FileSink(folder) : undefined,
  );
  if (files?.broken !== undefined) return { kind: "crash", text: files.broken };
  if (!received.whole) {
    return { kind: "crash", text: signal.aborted ? callRefusals.cancelled : callRefusals.brokeOff(received.rows) };
  }
  const { envelope, sections } = received;
  if (!envelope.ok) return { kind: "crash", text: envelope.error };
  const answer = { ...envelope.data };
  const problems: string[] = [];
  const tables: [name: string, entry: Record<string, unknown>][] = [];
  for (const [section, sink] of sections) {
    const name = section.slice("tables.".length);
    const file = join(
      folder,
      rowFileName(...parts(placing.prefix), envelope.unit ?? unit, envelope.command ?? command, name),
    );
    const jobFile =
      placing.job === undefined || answer["result"] !== true ? undefined : join(folder, rowFileName(placing.job, name));
    const table = await placeTable(sink, file, jobFile);
    if ("problem" in table) problems.push(table.problem);
    if ("entry" in table) tables.push([name, table.entry]);
  }
  delete answer["time"];
  const data = {
    ...answer,
    result: answer["result"] === true && problems.length === 0,
    message: problems.length === 0 ? answer["message"] : joinSentences(String(answer["message"]), ...new Set(problems)),
    tables: Object.fromEntries(tables),
    time: {
      server: envelope.ms,
      ...(envelope.unit_ms === undefined ? {} : { module: envelope.unit_ms }),
      trip: Math.round(performance.now() - startedAt),
      ...(debug && envelope.sql !== undefined ? { sql: envelope.sql, sql_ms: envelope.sql_ms ?? 0 } : {}),
    },
  };
  return { kind: "answer", data };
}

type PlacedTable =
  | { readonly entry: Record<string, unknown>; readonly problem: string }
  | { readonly entry: Record<string, unknown> }
  | { readonly problem: string };

/** Adds the rows to the job first, while they have no name of their own, then gives the table's file its name. */
async function placeTable(sink: FileSink, file: string, jobFile: string | undefined): Promise<PlacedTable> {
  const { rows, head } = sink;
  let job: Record<string, unknown> = {};
  let problem: string | undefined;
  if (jobFile !== undefined && sink.partPath !== undefined) {
    try {
      job = { job: jobFile, job_rows: await appendToJob(jobFile, sink.partPath) };
    } catch (error) {
      problem = callRefusals.jobNotWritten(fileErrorReason(error));
    }
  }
  await sink.moveTo(file);
  if (sink.failed !== undefined) return { problem: callRefusals.tableNotWritten(sink.failed) };
  const entry = { rows, file, head, ...job };
  return problem === undefined ? { entry } : { entry, problem };
}

function parts(prefix: string | undefined): string[] {
  return prefix === undefined ? [] : [prefix];
}
