import { randomBytes } from "node:crypto";
import {
  type AnswerPart,
  type CoreCall,
  callRefusals,
  type Envelope,
  type FileAddress,
  type FileDownload,
  type FilePart,
  type FileParts,
} from "@prilavok/protocol";
import type { ActivityLog } from "../activity/activity-log.ts";
import { logCall, type TracedPart } from "../activity/log-call.ts";
import { openFile } from "../attachments/open-file.ts";
import type { RunModule } from "../modules/module-call.ts";
import type { ConnectSteps, Database } from "../sql/database.ts";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import type { StepTimeouts } from "../steps/open-pool.ts";
import type { Relations } from "../store/relations.ts";
import { type CoreCommand, coreCommands } from "./core-commands.ts";
import type { StoreFacts } from "./open-session.ts";
import type { RowPart } from "./run-call.ts";
import type { RunningCalls } from "./running-calls.ts";
import { type Caller, type StoreState, storeStates } from "./store-state.ts";

/** What Core stands on; `close` of each part is the caller's. */
export interface CoreParts {
  readonly facts: StoreFacts;
  readonly db: Database;
  readonly connectSteps: ConnectSteps;
  readonly stepTimeouts: StepTimeouts;
  readonly runModule: RunModule;
  readonly relations: Relations;
  readonly calls: RunningCalls;
  readonly activity: ActivityLog;
  readonly log: (line: string) => void;
}

/** One call as a command of Core sees it. */
export interface CommandContext extends CoreParts {
  readonly call: CoreCall;
  readonly caller: Caller;
  readonly state: StoreState;
  readonly signal: AbortSignal;
  readonly files: FileParts;
}

/** What a command ends with: the envelope's data and figures, or a refusal in words; `trace` is for the activity log. */
export type CommandEnd =
  | { readonly refusal: string; readonly trace?: string | undefined }
  | ({ readonly data: Record<string, unknown> } & EnvelopeExtras);

interface EnvelopeExtras {
  readonly unit?: string;
  readonly command?: string;
  readonly unit_ms?: number;
  readonly sql?: number;
  readonly sql_ms?: number;
}

export interface Core {
  /** Carries a call out for the person of `login`. Never throws: the last part is always the envelope. */
  call(call: CoreCall, login: string, signal: AbortSignal, files?: FileParts): AsyncGenerator<AnswerPart, void, void>;
  /** An element file for the person of `login`, or why they do not get it. Never throws; its bytes do when they break off. */
  download(file: FileAddress, login: string): Promise<FileDownload>;
}

/** Core's door: who is calling, may they, then the command; a fault shows only its incident number outside. */
export function createCore(parts: CoreParts): Core {
  const currentState = storeStates(parts.db);
  const carryOut = async function* (
    call: CoreCall,
    login: string,
    signal: AbortSignal,
    files: FileParts,
  ): AsyncGenerator<TracedPart, void, void> {
    const running = parts.calls.begin(call, login, signal);
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    try {
      const end = yield* answer(parts, await currentState(), call, login, running.signal, files);
      const told = "refusal" in end && running.stopped !== undefined ? { refusal: running.stopped } : end;
      yield { kind: "envelope", envelope: envelope(told, elapsed()), ...("trace" in end ? { trace: end.trace } : {}) };
    } catch (fault) {
      const trace = describe(fault);
      if (fault instanceof UnreachableDatabase) {
        parts.log(`${call.command}: ${trace}`);
        yield { kind: "envelope", envelope: { ok: false, ms: elapsed(), error: fault.message }, trace };
        return;
      }
      const incident = randomBytes(4).toString("hex");
      parts.log(`incident ${incident} in ${call.command}: ${trace}`);
      const error = callRefusals.fault(incident);
      yield { kind: "envelope", envelope: { ok: false, ms: elapsed(), error }, fault: true, trace };
    } finally {
      running.end();
    }
  };
  return {
    call: (call, login, signal, files = noFiles()) =>
      logCall(parts.activity, call, login, carryOut(call, login, signal, files)),
    download: async (file, login) => {
      try {
        const caller = await (await currentState()).caller(login);
        if (!caller?.rights.has("AGENT_ENGINE_FILES_LOAD")) return { refusal: callRefusals.noAccess };
        return await openFile(file, { db: parts.db, dir: parts.facts.dir });
      } catch (fault) {
        if (fault instanceof UnreachableDatabase) return { refusal: fault.message };
        const incident = randomBytes(4).toString("hex");
        parts.log(`incident ${incident} in a download: ${describe(fault)}`);
        return { refusal: callRefusals.fault(incident) };
      }
    },
  };
}

async function* answer(
  parts: CoreParts,
  state: StoreState,
  call: CoreCall,
  login: string,
  signal: AbortSignal,
  files: FileParts,
): AsyncGenerator<RowPart, CommandEnd, void> {
  const caller = await state.caller(login);
  if (caller === undefined) return { refusal: callRefusals.noAccess };
  const command: CoreCommand | undefined = coreCommands.get(call.command);
  if (command === undefined) return { refusal: callRefusals.noAccess };
  if (command.right !== undefined && !caller.rights.has(command.right)) return { refusal: callRefusals.noAccess };
  return yield* command.run({ ...parts, call, caller, state, signal, files });
}

async function* noFiles(): AsyncGenerator<FilePart, void, void> {}

function envelope(end: CommandEnd, ms: number): Envelope {
  if ("refusal" in end) return { ok: false, ms, error: end.refusal };
  const { data, ...extras } = end;
  return { ok: true, ms, ...extras, data };
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
