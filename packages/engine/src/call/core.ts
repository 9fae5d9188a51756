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
import type { ConnectSteps, Database, StepProbe } from "../sql/database.ts";
import { UnreachableDatabase } from "../sql/unreachable-database.ts";
import type { StepTimeouts } from "../steps/open-pool.ts";
import type { Relations } from "../store/relations.ts";
import { type CoreCommand, coreCommands } from "./core-commands.ts";
import type { StoreFacts } from "./open-session.ts";
import type { RowPart } from "./run-call.ts";
import type { RunningCalls } from "./running-calls.ts";
import { type Caller, type StoreState, type StoreStates, storeStates } from "./store-state.ts";
import { workAhead } from "./work-ahead.ts";

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
  /** To be read along with the first statement. */
  readonly probe?: StepProbe;
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
  const states = storeStates(parts.db);
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
      const end = yield* answer(parts, states, { call, login, signal: running.signal, files });
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
        const caller = await (await states.current()).caller(login);
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

/** What came in: the call, whose it is, and what goes along with it. */
interface Incoming extends Pick<CommandContext, "call" | "signal" | "files"> {
  readonly login: string;
}

async function* answer(
  parts: CoreParts,
  states: StoreStates,
  { login, ...incoming }: Incoming,
): AsyncGenerator<RowPart, CommandEnd, void> {
  const command = coreCommands.get(incoming.call.command);
  const known = states.last;
  if (command?.onlyReads === true && known !== undefined) {
    const caller = await known.caller(login);
    if (mayRun(command, caller)) {
      const context = { ...parts, ...incoming, caller, state: known };
      const end = yield* workAhead(known, parts.db, (probe) => command.run({ ...context, probe }));
      if (end !== "movedOn") return end;
    }
  }
  const state = await states.current();
  const caller = await state.caller(login);
  if (caller === undefined && incoming.call.command === "session_connect") {
    return { refusal: callRefusals.noSuchPerson(login) };
  }
  if (command === undefined || !mayRun(command, caller)) return { refusal: callRefusals.noAccess };
  return yield* command.run({ ...parts, ...incoming, caller, state });
}

function mayRun({ right }: CoreCommand, caller: Caller | undefined): caller is Caller {
  return caller !== undefined && (right === undefined || caller.rights.has(right));
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
