import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallCase, callFiles } from "./call-cases.ts";
import { cells } from "./cells.ts";
import type { DoorAnswer } from "./doors/door.ts";
import { findDifferences } from "./match-expected.ts";
import { OpenedStore } from "./opened-store.ts";
import type { StoreEngine } from "./stores/fresh-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

/** The cases of `calls/` in the cells of one database. */
export function describeCalls(engine: StoreEngine): void {
  describe.each(cells.filter((cell) => cell.engine === engine))("calls, $name", (cell) => {
    // The cases of a file share one store and go in order.
    describe.each(callFiles())("$file", ({ cases }) => {
      let opened: OpenedStore;
      beforeAll(async () => {
        opened = await OpenedStore.create(cell, {}, addProbe);
      });
      afterAll(() => opened[Symbol.asyncDispose]());

      const own = cases.filter(({ engines }) => engines === undefined || engines.includes(cell.engine));
      it.each(own)("$id: $what", async (given) => {
        await opened.reconnect(given.connect !== false);
        await layFiles(opened.agentFolder, given.files ?? {});
        for (const { tool, args } of given.setup ?? []) {
          expect(await opened.call(tool, args)).toMatchObject({ isError: false });
        }
        judge(given, await opened.call(given.tool, given.args));
      });
    });
  });
}

function judge(given: CallCase, answer: DoorAnswer): void {
  if (given.refusal !== undefined) {
    expect(answer).toEqual({ isError: true, text: expect.any(String) });
    const start = given.refusal.startsWith("/") ? answer.text : answer.text.slice(0, given.refusal.length);
    expect(findDifferences(given.refusal, start, "refusal")).toEqual([]);
    return;
  }
  const differences = findDifferences(given.expect, answer.data);
  expect({ differences, isError: answer.isError }).toEqual({ differences: [], isError: given.isError === true });
  if (given.text !== undefined) expect(answer.text.slice(0, given.text.length)).toBe(given.text);
}

async function layFiles(folder: string, files: NonNullable<CallCase["files"]>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytesOf(content));
  }
}

function bytesOf(content: unknown): string | Buffer {
  if (typeof content === "string") return content;
  const { hex } = content as { hex?: unknown };
  return typeof hex === "string" ? Buffer.from(hex, "hex") : JSON.stringify(content);
}
