import type { CoreCall } from "@prilavok/protocol";

/** How far a Core may go before the MCP server gives a call up. */
export interface CarrierLimits {
  readonly connectMs: number;
  /** Without a byte from a Core that says it is alive, or in a command that only looks something up. */
  readonly silenceMs: number;
  /** Without a byte from any other Core: a step or a module may be at work; and where a step may be long. */
  readonly workSilenceMs: number;
  readonly longSilenceMs: number;
  /** From a call's beginning to its end, of a command that only looks something up and of any other. */
  readonly lookUpMs: number;
  readonly callMs: number;
  readonly rowBytes: number;
  readonly answerBytes: number;
  readonly sections: number;
}

export const carrierLimits: CarrierLimits = {
  connectMs: 10_000,
  silenceMs: 30_000,
  workSilenceMs: 60_000,
  longSilenceMs: 960_000,
  lookUpMs: 60_000,
  callMs: 3_600_000,
  rowBytes: 256 * 1024 * 1024,
  answerBytes: 16 * 1024 ** 3,
  sections: 1000,
};

const LOOK_UPS: ReadonlySet<string> = new Set([
  "session_connect",
  "tool_list",
  "engine_db_tables",
  "engine_db_locks",
  "memory_list",
  "memory_load",
  "repo_list",
  "repo_read",
  "calls",
]);

/** Whether a call only looks something up in little time. */
function isLookUp({ command, args }: CoreCall): boolean {
  return LOOK_UPS.has(command) && args["stop"] === undefined;
}

/** Whether a call changes nothing, so that it can be made once more when it is not known what became of it. */
export function isRepeatable(call: CoreCall): boolean {
  return isLookUp(call) || call.command === "engine_db_select";
}

/** How long a call's Core may be silent, and the call take, in milliseconds. */
export function callTimes(
  call: CoreCall,
  coreIsAlive: boolean,
  limits: CarrierLimits,
): { readonly silenceMs: number; readonly callMs: number } {
  if (isLookUp(call)) return { silenceMs: limits.silenceMs, callMs: limits.lookUpMs };
  const { callMs, silenceMs, longSilenceMs, workSilenceMs } = limits;
  if (coreIsAlive) return { silenceMs, callMs };
  return { silenceMs: hasLongStep(call) ? longSilenceMs : workSilenceMs, callMs };
}

function hasLongStep({ args }: CoreCall): boolean {
  const steps: unknown = args["pool"];
  return (
    Array.isArray(steps) &&
    steps.some((step: unknown) => {
      if (typeof step !== "object" || step === null) return false;
      return ("big" in step && step.big === true) || ("file" in step && step.file === true);
    })
  );
}
