import type { LoggedCall } from "@prilavok/engine";
import { accessRefusals, activityRefusals, wallClock } from "@prilavok/protocol";
import { type Command, InvalidArgumentError } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

interface LogOptions {
  readonly since?: Since;
  readonly user?: string;
  readonly limit: number;
  readonly trace?: true;
}

/** So long ago, or the beginning of a day. */
type Since = { readonly agoMs: number } | { readonly day: string };

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const WEEK: Since = { agoMs: 7 * UNITS_MS.d };
const SHOWN_MESSAGE = 80;
const SHOWN_FIELDS = 40;

/** `log`: what agents did in the store. */
export function addLogCommand(program: Command): void {
  const command = program
    .command("log")
    .description("show the activity log: who called what through which application, and how it ended")
    .option("--since <time>", "from when: 30m, 12h, 7d, 2w, or a day YYYY-MM-DD; 7d without it", readSince)
    .option("--user <login>", "the calls of one user")
    .option("--limit <calls>", "the newest so many calls", readLimit, 1000)
    .option("--trace", "show what a broken module threw, with the lines of its source");
  answeringOnStore(command, "read", async (store, options: LogOptions) => {
    const since = momentOf(options.since ?? WEEK, store.settings.timezone);
    const { listPeople, readActivity } = await import("@prilavok/engine");
    const { user: login, limit } = options;
    const calls = await readActivity(store, { since, login, limit });
    if (login !== undefined && calls.length === 0 && !(await listPeople(store.db)).some((one) => one.login === login)) {
      return { refusal: accessRefusals.noSuchPerson(login) };
    }
    return { text: logText(calls, since, options.trace === true), json: { since, calls } };
  });
}

function readSince(given: string): Since {
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(given)) return { day: given };
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(given) ?? [];
  if (count === undefined) throw new InvalidArgumentError(activityRefusals.wrongSince);
  return { agoMs: Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS] };
}

function readLimit(given: string): number {
  if (!/^[1-9][0-9]{0,6}$/.test(given)) throw new InvalidArgumentError(activityRefusals.wrongLimit);
  return Number(given);
}

function momentOf(since: Since, timezone: string): string {
  return "day" in since ? `${since.day} 00:00:00` : wallClock(new Date(Date.now() - since.agoMs), timezone);
}

function logText(calls: readonly LoggedCall[], since: string, trace: boolean): string {
  const rows = calls.map(({ time, login, app, topic, tool, unit, command, fields, result, ms, rows, message }) => [
    time,
    login,
    topic === "" ? app : `${app}/${topic}`,
    unit === "" ? tool : `${unit}.${command}`,
    oneLine(fields, SHOWN_FIELDS),
    result,
    String(ms),
    String(rows),
    oneLine(message, SHOWN_MESSAGE),
  ]);
  const headings = ["TIME", "LOGIN", "APPLICATION/TOPIC", "TOOL", "FIELDS OR STEPS", "RESULT", "MS", "ROWS", "MESSAGE"];
  const table = textTable(headings, rows, `Nothing was called since ${since}.`);
  const broken = trace ? calls.filter((call) => call.trace !== "") : [];
  const traces = broken.map(
    (call) => `\n${call.time} ${oneLine(call.message, SHOWN_MESSAGE)}\n${call.trace.replace(/[^\P{Cc}\n]/gu, " ")}`,
  );
  return [table, ...traces].join("\n");
}

/** Without what could steer a terminal. */
function oneLine(text: string, characters: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
  return [...line].length <= characters ? line : `${[...line].slice(0, characters - 1).join("")}…`;
}
