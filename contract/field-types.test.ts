import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { readLines } from "./read-lines.ts";
import { addEchoTool, ECHO_UNIT, echoCommand } from "./stores/echo-tool.ts";

interface FieldTypeCase {
  readonly id: string;
  readonly type: string;
  readonly value: unknown;
  readonly gets?: unknown;
  readonly gets_text?: string;
  readonly error?: string;
  readonly unnamed?: true;
}

const cases = readLines<FieldTypeCase>("cases/field-types.jsonl");
const types = [...new Set(cases.map(({ type }) => type))];

describe.each(cells)("field types, $name", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell, {}, (store) => addEchoTool(store, types));
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it.each(cases)("$id: $type takes $value as it should", async ({ type, value, ...expected }) => {
    const answer = await opened.call("tool_run", { unit: ECHO_UNIT, command: echoCommand(type), params: { x: value } });
    expect(outcome(answer.data)).toEqual(wanted(expected, answer.data));
  });
});

/** What came of the call, in the words of the case. */
function outcome(data: Readonly<Record<string, unknown>> = {}): unknown {
  const { is, x } = data.detail as { is?: string; x?: unknown };
  if (data.result !== true) return { error: data.message };
  if (is === "undefined") return { unnamed: true };
  return is === "bigint" ? { gets_text: x } : { gets: x };
}

function wanted({ id: _, error, ...expected }: Omit<FieldTypeCase, "type" | "value">, data?: object): unknown {
  if (error === undefined) return expected;
  const message = String((data as { message?: unknown } | undefined)?.message);
  return { error: message.startsWith(error) ? message : `${error}…` };
}
