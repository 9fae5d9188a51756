import { readdirSync } from "node:fs";
import { readLines } from "./read-lines.ts";

/** One call of an MCP tool. */
export interface ToolCall {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/**
 * A case of `calls/*.jsonl`: what is called and what has to come of it. The session is connected (topic `t`) unless
 * `connect` is false. Exactly one of `refusal` and `expect` says the outcome.
 */
export interface CallCase extends ToolCall {
  readonly id: string;
  /** The requirements it proves. */
  readonly req: readonly string[];
  readonly what: string;
  /** The databases it is for, where it is not for all. */
  readonly engines?: readonly string[];
  /** Files laid into the store folder before, by path; a string is written as it is, another value as JSON, `{"hex"}` as bytes. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly connect?: boolean;
  /** Calls made before; each has to succeed. */
  readonly setup?: readonly ToolCall[];
  /** The start of the refusal's text, with `isError`; a pattern between slashes has to match the whole text. */
  readonly refusal?: string;
  /** What the data holds: objects in part, lists and values whole. `"/…/"` is a pattern a text has to match. */
  readonly expect?: unknown;
  /** Whether the answer carries `isError` where `expect` is given. */
  readonly isError?: boolean;
  /** The start of the text block beside the data. */
  readonly text?: string;
}

export interface CallFile {
  readonly file: string;
  readonly cases: readonly CallCase[];
}

/** The files of the folder `calls` with their cases. */
export function callFiles(): CallFile[] {
  const names = readdirSync(new URL("calls/", import.meta.url)).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((file) => ({ file, cases: readLines<CallCase>(`calls/${file}`) }));
}
