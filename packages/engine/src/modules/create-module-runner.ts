import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { moduleRefusals } from "@prilavok/protocol";
import type { MysqlThread } from "../sql/mysql-server.ts";
import { type Bundle, createUnitBundler } from "./bundle-units.ts";
import { failureText } from "./failure-text.ts";
import { type CallLimits, Isolate, type IsolateOutcome, type TablePart } from "./isolate.ts";
import type { IsolateDatabase } from "./isolate-messages.ts";
import { IsolatePool } from "./isolate-pool.ts";
import type { ModuleCall, ModuleEnd, RunModule } from "./module-call.ts";
import { createSecretsReader, hideSecrets, secretTexts } from "./secrets.ts";

/** What a store lets its modules spend, as in `store.json`. */
export interface ModuleLimits {
  readonly moduleSeconds: number;
  readonly moduleMemoryMb: number;
  /** Calls at once; more wait. */
  readonly isolates: number;
}

export interface ModuleRunnerOptions {
  readonly storeDir: string;
  /** Where the modules are, `units` of the store's directory by default. */
  readonly unitsDir?: string;
  readonly database: IsolateDatabase;
  /** Ends a connection in the database server that an isolate has left behind. */
  readonly endConnection?: ((thread: MysqlThread) => Promise<void>) | undefined;
  readonly nick: string;
  readonly timezone: string;
  readonly limits: ModuleLimits;
  readonly log: (line: string) => void;
}

export interface ModuleRunner {
  readonly run: RunModule;
  /** Starts an isolate before it is needed. */
  warm(): void;
  /** Ends all isolates and with them the calls at work. */
  close(): Promise<void>;
}

/** A call that was lost before its isolate took it is handed to another one, so many times. */
const MAX_TRIES = 3;
const RELEASE_MS = 40_000;

/** Runs the commands of a store's modules, each call in a child process; `run` throws for nothing that a module does. */
export function createModuleRunner(options: ModuleRunnerOptions): ModuleRunner {
  const { limits, nick } = options;
  const storeDir = resolve(options.storeDir);
  const secrets = createSecretsReader(storeDir, options.log);
  const hidden = (text: string) => hideSecrets(text, secretTexts(secrets()));
  const log = (line: string) => options.log(hidden(line));
  const bundleUnit = createUnitBundler(storeDir, options.unitsDir ?? join(storeDir, "units"));
  const start = () =>
    new Isolate({
      settings: { database: options.database, nick, moduleSeconds: limits.moduleSeconds, storeDir },
      memoryMb: limits.moduleMemoryMb,
      env: isolateEnv(options.timezone),
      log,
      endConnection: options.endConnection,
    });
  const pool = new IsolatePool({ start, max: limits.isolates });
  const callLimits = (signal: AbortSignal): CallLimits => ({
    timeoutMs: limits.moduleSeconds * 1000,
    memoryLimitBytes: limits.moduleMemoryMb * 1024 * 1024,
    signal,
  });

  /** Undefined where no isolate was to be had: the call was cancelled, or the store is closing. */
  async function* callIsolate(
    call: ModuleCall,
    { path, identity }: Bundle,
  ): AsyncGenerator<TablePart, IsolateOutcome | undefined, void> {
    const isolate = await pool.take({ unit: call.unit, identity }, call.signal);
    if (isolate === undefined) return undefined;
    const { command, person, params, files, signal } = call;
    const callId = randomUUID();
    let outcome: IsolateOutcome | undefined;
    try {
      const request = {
        kind: "run",
        bundle: path,
        command,
        callId,
        person,
        params,
        files,
        secrets: secrets(),
      } as const;
      outcome = yield* isolate.call(request, callLimits(signal));
      return outcome;
    } finally {
      pool.give(isolate, isolateState(outcome));
      if (isolate.holdsLocks) await releaseLocks(callId);
    }
  }

  /** What a broken isolate had taken into work is given back by a new one: a statement here could wait and hold Core up. */
  async function releaseLocks(callId: string): Promise<void> {
    const isolate = start();
    try {
      const signal = AbortSignal.timeout(RELEASE_MS);
      const step = await isolate.call({ kind: "release", callId }, callLimits(signal)).next();
      const released = step.done === true && step.value.kind === "end";
      if (!released) log(`the locks of a broken call were not released (${callId})`);
    } finally {
      isolate.kill();
    }
  }

  return {
    run: async function* (call) {
      const { unit, command } = call;
      const failed = (text: string, trace = text): ModuleEnd => ({
        kind: "crashed",
        text: moduleRefusals.failed(unit, command, failureText(hidden(text), storeDir)),
        trace: hidden(trace),
      });
      const unitBundle = await bundleUnit(unit);
      if (unitBundle.kind === "missing") {
        return { kind: "crashed", text: moduleRefusals.moduleNotFound(unit.toLowerCase()) };
      }
      if (unitBundle.kind === "broken") return failed(unitBundle.text);
      if (unitBundle.kind === "notKept") return failed(moduleRefusals.notBundled(unitBundle.reason));

      let outcome = yield* callIsolate(call, unitBundle.bundle);
      for (let tries = 1; tries < MAX_TRIES && isUntouched(outcome); tries += 1) {
        outcome = yield* callIsolate(call, unitBundle.bundle);
      }
      if (outcome?.kind !== "end" && pool.closed) return failed(moduleRefusals.closing);
      if (outcome === undefined) return failed(moduleRefusals.cancelled);
      if (outcome.kind === "broke") return failed(brokenText(outcome, limits));
      const { end } = outcome;
      switch (end.kind) {
        case "answered":
          return { kind: "answered", answer: end.answer, unitMs: end.unitMs, sql: end.sql, sqlMs: end.sqlMs };
        case "noFunction":
          return { kind: "crashed", text: moduleRefusals.functionNotFound(unit, command) };
        case "noResult":
          return { kind: "crashed", text: moduleRefusals.noResult(unit, command) };
        case "failed":
          log(`${unit}\\${command} failed: ${end.stack}`);
          return failed(end.text, end.stack);
        case "released":
          throw new Error("An isolate answered a call with another call's end");
      }
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

/** A warm isolate may have died unnoticed before it took the call. */
function isUntouched(outcome: IsolateOutcome | undefined): boolean {
  return outcome?.kind === "broke" && !outcome.begun && outcome.reason === "ended";
}

/** A module that failed may have left its own state half-changed, so its isolate is not used again. */
function isolateState(outcome: IsolateOutcome | undefined): "fit" | "leftovers" | "broken" {
  if (outcome?.kind !== "end" || !("leftovers" in outcome.end)) return "broken";
  return outcome.end.leftovers ? "leftovers" : "fit";
}

function brokenText({ reason, how }: Extract<IsolateOutcome, { kind: "broke" }>, limits: ModuleLimits): string {
  switch (reason) {
    case "time":
      return moduleRefusals.overTime(limits.moduleSeconds);
    case "memory":
      return moduleRefusals.overMemory(limits.moduleMemoryMb);
    case "cancelled":
      return moduleRefusals.cancelled;
    case "garbled":
      return moduleRefusals.garbled;
    case "ended":
      return moduleRefusals.ended(how);
  }
}

/** A module sees the environment of Core, on the store's clock; what steers Node itself stays out. */
function isolateEnv(timezone: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(NODE_|PRILAVOK_)/.test(entry[0]),
  );
  return { ...Object.fromEntries(inherited), TZ: timezone };
}
