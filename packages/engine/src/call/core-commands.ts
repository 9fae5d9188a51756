import { callRefusals, wallClock } from "@prilavok/protocol";
import { listLocks, unlockOwn } from "../steps/locks.ts";
import { runReadPool } from "../steps/run-read-pool.ts";
import { runWritePool } from "../steps/run-write-pool.ts";
import { describeTable, listTables } from "../steps/tables.ts";
import type { CommandContext, CommandEnd } from "./core.ts";
import { addFiles, filesContext, loadFiles, removeFiles } from "./file-commands.ts";
import { listTools } from "./list-tools.ts";
import { openSession } from "./open-session.ts";
import { type RowPart, runCall } from "./run-call.ts";
import { showCalls } from "./show-calls.ts";
import { type ArgumentKinds, wrongArgument } from "./wrong-argument.ts";

/** An engine command behind an MCP tool, and the right it stands on. */
export interface CoreCommand {
  readonly right?: string;
  /** It only reads: it may begin by what the last call knew (`workAhead`). */
  readonly onlyReads?: boolean;
  run(context: CommandContext): AsyncGenerator<RowPart, CommandEnd, void>;
}

/** By the MCP tool's name. */
export const coreCommands: ReadonlyMap<string, CoreCommand> = new Map<string, CoreCommand>([
  ["session_connect", { run: plain(({ db, facts, state, caller }) => openSession(db, facts, state, caller)) }],
  ["tool_list", { right: "AGENT_TOOL_LIST", run: taking({ unit: "string" }, ending(toolList)) }],
  ["tool_run", { right: "AGENT_TOOL_RUN", run: toolRun }],
  ["tool_export", { right: "AGENT_TOOL_EXPORT", run: plain(toolExport) }],
  [
    "engine_db_tables",
    { right: "AGENT_ENGINE_DB_TABLES", run: taking({ name: "string", reload: "boolean" }, ending(databaseTables)) },
  ],
  ["engine_db_select", { right: "AGENT_ENGINE_DB_SELECT", onlyReads: true, run: databaseSelect }],
  ["engine_db_execute", { right: "AGENT_ENGINE_DB_EXECUTE", run: databaseExecute }],
  ["engine_db_locks", { right: "AGENT_ENGINE_DB_LOCKS", run: plain(({ db }) => listLocks(db)) }],
  [
    "calls",
    {
      right: "PUT_AGENT_OPTION",
      run: taking(
        { stop: "string" },
        ending(async (context) => showCalls(context)),
      ),
    },
  ],
  ["engine_db_unlocks", { right: "AGENT_ENGINE_DB_UNLOCKS", run: taking({ tables: "array" }, plain(databaseUnlocks)) }],
  ["engine_files_add", { right: "AGENT_ENGINE_FILES_ADD", run: ending(addFiles) }],
  ["engine_files_load", { right: "AGENT_ENGINE_FILES_LOAD", run: ending(loadFiles) }],
  ["engine_files_remove", { right: "AGENT_ENGINE_FILES_REMOVE", run: ending(removeFiles) }],
]);

/** A command that only computes its data. */
function plain(compute: (context: CommandContext) => Promise<Record<string, unknown>>): CoreCommand["run"] {
  return ending(async (context) => ({ data: await compute(context) }));
}

/** A command without rows. */
function ending(work: (context: CommandContext) => Promise<CommandEnd>): CoreCommand["run"] {
  // biome-ignore lint/correctness/useYield: every command has the form of those with rows
  return async function* (context) {
    return await work(context);
  };
}

/** A command that is refused where an argument is of another kind. */
function taking(kinds: ArgumentKinds, run: CoreCommand["run"]): CoreCommand["run"] {
  return async function* (context) {
    const refusal = wrongArgument(context.call.args, kinds);
    return refusal === undefined ? yield* run(context) : { refusal };
  };
}

async function toolList({ call, caller, state }: CommandContext): Promise<CommandEnd> {
  const { unit } = call.args;
  return listTools(state.registry, caller, typeof unit === "string" ? unit : undefined);
}

async function* toolRun(context: CommandContext): AsyncGenerator<RowPart, CommandEnd, void> {
  const { unit, command, params, files, debug } = context.call.args;
  if (typeof unit !== "string" || unit === "") return { refusal: callRefusals.unitRequired };
  if (typeof command !== "string" || command === "") return { refusal: callRefusals.commandRequired };
  if (!isObject(params ?? {})) return { refusal: callRefusals.paramsNotObject };
  const wrong = wrongArgument(context.call.args, { files: "array", debug: "boolean" });
  if (wrong !== undefined) return { refusal: wrong };
  const request = { unit, command, params: isObject(params) ? params : {}, files: [files ?? []].flat() };
  const { caller, state, runModule, signal } = context;
  const { registry } = state;
  const outcome = yield* runCall(request, { caller, registry, runModule, attachments: filesContext(context), signal });
  if (outcome.kind === "crash") return { refusal: outcome.text, trace: outcome.trace };
  const { module } = outcome;
  return {
    ...(module === undefined ? {} : { unit_ms: module.unitMs }),
    ...(module === undefined || debug !== true ? {} : { sql: module.sql, sql_ms: module.sqlMs }),
    unit: outcome.unit,
    command: outcome.command,
    data: outcome.data,
  };
}

async function toolExport({ facts, state }: CommandContext): Promise<Record<string, unknown>> {
  const { exportTools } = await import("../export/export-tools.ts");
  const made = wallClock(new Date(), facts.timezone);
  const { index, zip } = await exportTools(state.registry, { folder: facts.dir, name: facts.name }, made);
  return { index, zip: zip.toString("base64") };
}

async function databaseTables({ call, db }: CommandContext): Promise<CommandEnd> {
  const { name } = call.args;
  return typeof name === "string" && name !== "" ? describeTable(db, name) : { data: await listTables(db) };
}

function databaseSelect(context: CommandContext): AsyncGenerator<RowPart, CommandEnd, void> {
  const { pool } = context.call.args;
  return runReadPool(Array.isArray(pool) ? pool : [], { ...context, timeouts: context.stepTimeouts });
}

function databaseExecute(context: CommandContext): AsyncGenerator<RowPart, CommandEnd, void> {
  const { pool } = context.call.args;
  return runWritePool(Array.isArray(pool) ? pool : [], {
    ...context,
    timeouts: context.stepTimeouts,
    personId: context.caller.id,
    timezone: context.facts.timezone,
  });
}

async function databaseUnlocks(context: CommandContext): Promise<Record<string, unknown>> {
  const { tables } = context.call.args;
  const names = Array.isArray(tables) ? tables.map(String) : undefined;
  return unlockOwn(context.connectSteps, context.db.nick, {
    personId: context.caller.id,
    tables: names,
    signal: context.signal,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
