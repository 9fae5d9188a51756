import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

const ANSWER_CHARACTERS = 80_000;
const long = "ї".repeat(30_000);

/** What a part that went to a file leaves in the answer. */
interface Moved {
  readonly rows: number;
  readonly file: string;
  readonly head: readonly string[];
}

describe.each(cells)("the size of answers, $name [srv-23]", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell, {}, addProbe);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it("the largest steps of a read pool go to files until the rest fits", async () => {
    const step = (count: number) => ({
      do: "select",
      sql: "SELECT :TEXT AS text",
      params: { TEXT: long.slice(0, count) },
    });
    const answer = await opened.ask<{ steps: (Moved & { data?: unknown })[] }>("engine_db_select", {
      pool: [step(30_000), step(10), step(29_000), step(28_000), step(20_000)],
    });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS);
    const moved = answer.steps.filter(({ file }) => file !== undefined);
    expect(moved.length).toBeGreaterThan(0);
    expect(answer.steps[1]?.data).toEqual([{ text: "ї".repeat(10) }]);
    expect(readFileSync(answer.steps[0]?.file ?? "", "utf8")).toBe(`${JSON.stringify({ text: long })}\n`);
    expect(answer.steps[0]?.head[0]).toHaveLength(300);
  });

  it("rows stay in the answer as long as its characters, not bytes, allow it", async () => {
    const select = (text: string) => ({ do: "select", sql: "SELECT :TEXT AS text", params: { TEXT: text } });
    for (const text of ["ї".repeat(49_000), "x".repeat(79_800)]) {
      const answer = await opened.ask<{ steps: { data?: unknown }[] }>("engine_db_select", { pool: [select(text)] });
      expect(answer.steps[0]?.data).toEqual([{ text }]);
    }
    const pool = [40_000, 39_000, 500].map((count) => select("x".repeat(count)));
    const answer = await opened.ask<{ steps: Partial<Moved>[] }>("engine_db_select", { pool });
    expect(answer.steps.map(({ file }) => file === undefined)).toEqual([true, true, true]);
    const more = await opened.ask<{ steps: Partial<Moved>[] }>("engine_db_select", { pool: [...pool, pool[2]] });
    expect(more.steps.map(({ file }) => file === undefined)).toEqual([false, true, true, true]);
  });

  it("the steps of a pool of commands stay, their long details go to files", async () => {
    const echo = { unit: "CONTRACT_PROBE", command: "CmdEcho", params: { text: long } };
    const answer = await opened.ask<{ steps: { detail: unknown }[] }>("tool_pool", { pool: [echo, echo, echo, echo] });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS);
    expect(answer.steps).toHaveLength(4);
    for (const { detail } of answer.steps) {
      const { file } = detail as Moved;
      expect(readFileSync(file, "utf8")).toContain(long);
    }
  });

  it("a long detail of one command goes to a file", async () => {
    const params = { tree: [long, long, long, long] };
    const answer = await opened.ask("tool_run", { unit: "CONTRACT_PROBE", command: "CmdEcho", params });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS);
    expect(readFileSync((answer.detail as Moved).file, "utf8")).toContain(long);
  });

  it("a store without AI tools says so in words [lst-04]", async () => {
    await opened.store.database.exec("DELETE FROM ms_agent_tool");
    const { data, text } = await opened.call("tool_list");
    expect(data).toMatchObject({ tools: { rows: [] } });
    expect(text).toMatch(/^This store has no AI-tools of its own yet/);
  });
});
