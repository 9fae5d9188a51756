import { compareFolders, compareSqlite, snapshotFolder } from "@prilavok/faults";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { readLines } from "./read-lines.ts";

interface PoolCheckCase {
  readonly id: string;
  readonly what?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly result?: boolean;
  readonly unchanged?: string;
}

const cases = readLines<PoolCheckCase>("cases/pool-checks.jsonl");
/** The activity log is written beside the calls; what SQLite shares between processes is nobody's data. */
const LEFT_OUT = /^activity\b|\.sqlite-shm$/;

describe.each(cells)("checks of tool_pool, $name", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it.each(cases.filter(({ error }) => error !== undefined))("$id: $error, and nothing is written", async (given) => {
    const { folder, database } = opened.store;
    const before = { files: snapshotFolder(folder, LEFT_OUT), database: await database.snapshot() };
    const answer = await opened.call("tool_pool", given.args);
    expect(answer).toEqual({ isError: true, text: expect.any(String) });
    expect(answer.text.slice(0, given.error?.length)).toBe(given.error);
    expect(compareSqlite(before.database, await database.snapshot())).toEqual({});
    const change = compareFolders(before.files, snapshotFolder(folder, LEFT_OUT));
    expect(change).toEqual({ added: [], removed: [], changed: [] });
  });

  it.each(cases.filter(({ result }) => result !== undefined))("$id: $what", async ({ args, result }) => {
    const answer = await opened.call("tool_pool", args);
    expect(answer).toMatchObject({ isError: !result, data: { result } });
  });
});
