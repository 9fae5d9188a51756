import { wallClock, wireRefusals } from "@prilavok/protocol";
import type { CommandContext, CommandEnd } from "./core.ts";
import type { RunningCall } from "./running-calls.ts";

const SHOWN_CHARACTERS = 100;

/** The other calls at work in this Core, or with `stop` the end of one of them. */
export function showCalls({ call, calls, caller, facts }: CommandContext): CommandEnd {
  const { stop } = call.args;
  if (typeof stop === "string") {
    return calls.stop(stop, caller.login) ? { data: { stopped: stop } } : { refusal: wireRefusals.noSuchCall(stop) };
  }
  const rows = calls
    .list()
    .filter((running) => running.call !== call)
    .map((running) => [
      running.id,
      running.login,
      running.call.app,
      running.call.topic,
      running.call.command,
      commandOf(running),
      wallClock(running.since, facts.timezone),
      Math.round((Date.now() - running.since.getTime()) / 1000),
    ]);
  const columns = ["id", "user", "application", "topic", "tool", "command", "since", "seconds"];
  return { data: { calls: { columns, rows } } };
}

/** `UNIT.Command` as the caller spelled it, empty for a tool that runs none. */
function commandOf({ call: { command, args } }: RunningCall): string {
  if (command !== "tool_run") return "";
  return `${String(args["unit"])}.${String(args["command"])}`.slice(0, SHOWN_CHARACTERS);
}
