import type { CoreCall, Envelope } from "@prilavok/protocol";

/** How a call ended: `failed` is a module that broke or a fault of Core, `cancelled` a caller who left before the end. */
type ActivityResult = "ok" | "refused" | "failed" | "cancelled";

/** One call that reached Core, as the log keeps it. */
export interface ActivityEntry {
  /** Epoch milliseconds of its beginning. */
  readonly atMs: number;
  readonly login: string;
  readonly app: string;
  readonly topic: string;
  /** The MCP tool. */
  readonly tool: string;
  /** Of tool_run: the AI tool's address and the command, else empty. */
  readonly unit: string;
  readonly command: string;
  readonly result: ActivityResult;
  /** The first 500 characters. */
  readonly message: string;
  /** Names of fields, or the kinds of a pool's steps; never a value. */
  readonly fields: string;
  readonly ms: number;
  readonly rows: number;
  /** Of the rows as they left Core. */
  readonly bytes: number;
  /** What broke, with the lines of the source: for the developer only. */
  readonly trace: string;
}

/** What is known of a call at its end; without an envelope its caller left before. */
export interface CallEnd {
  readonly atMs: number;
  readonly ms: number;
  readonly rows: number;
  readonly bytes: number;
  readonly envelope: Envelope | undefined;
  readonly trace: string | undefined;
}

const MAX_MESSAGE = 500;
const MAX_FIELDS = 1000;
const MAX_TRACE = 8000;
const MAX_WORD = 100;

export function activityEntry(call: CoreCall, login: string, end: CallEnd): ActivityEntry {
  const { atMs, ms, rows, bytes, envelope, trace = "" } = end;
  const asked = call.command === "tool_run" ? call.args : {};
  const named = envelope?.ok === true ? envelope : undefined;
  return {
    atMs,
    login: cut(login, MAX_WORD),
    app: cut(call.app, MAX_WORD),
    topic: cut(call.topic, MAX_WORD),
    tool: cut(call.command, MAX_WORD),
    unit: cut(named?.unit ?? text(asked["unit"]).toUpperCase(), MAX_WORD),
    command: cut(named?.command ?? text(asked["command"]), MAX_WORD),
    result: resultOf(envelope, trace),
    message: cut(messageOf(envelope), MAX_MESSAGE),
    fields: cut(fieldNames(call.args), MAX_FIELDS),
    ms,
    rows,
    bytes,
    trace: cut(trace, MAX_TRACE),
  };
}

function resultOf(envelope: Envelope | undefined, trace: string): ActivityResult {
  if (envelope === undefined) return "cancelled";
  if (trace !== "") return "failed";
  if (!envelope.ok) return "refused";
  return envelope.data["result"] === false || envelope.data["ok"] === false ? "refused" : "ok";
}

/** A pool says why it stopped in its last step. */
function messageOf(envelope: Envelope | undefined): string {
  if (envelope === undefined) return "";
  if (!envelope.ok) return envelope.error;
  const { message, steps } = envelope.data;
  const last: unknown = Array.isArray(steps) ? steps.at(-1) : undefined;
  return text(message) || (isObject(last) ? text(last["error"]) : "");
}

function fieldNames({ params, pool, ...args }: Record<string, unknown>): string {
  if (Array.isArray(pool)) return pool.map((step) => (isObject(step) ? text(step["do"]) : "")).join(", ");
  const names = isObject(params) ? Object.keys(params) : Object.keys(args);
  return names.map((name) => cut(name, MAX_WORD)).join(", ");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Never inside a surrogate pair. */
function cut(whole: string, characters: number): string {
  return whole.length <= characters ? whole : whole.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
