import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerForm } from "../src/door/answer-form.ts";
import { ANSWER_CHARACTERS, fitDetail, fitSteps } from "../src/rows/fit-answer.ts";
import { outputProblem } from "../src/rows/step-rows.ts";
import type { Session } from "../src/session/session.ts";

let session: Session;
beforeEach(async () => {
  session = { folder: await mkdtemp(join(tmpdir(), "prilavok-long-")), timezone: "UTC" } as unknown as Session;
});
afterEach(() => rm(session.folder, { recursive: true, force: true }));

const call = { unit: "SHOP", command: "CmdDo" };
const plain = { result: true, message: "done", detail: { id: 5 }, tables: {}, files: [], time: { trip: 1 } };
const fileOf = (value: unknown) => readFile((value as { file: string }).file, "utf8");

describe("an answer past the limit of characters", () => {
  it("moves what a module added beside its own keys to a file, and keeps the rest", async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
    const answer = await fitDetail(session, call, { ...plain, ...many, long: "x".repeat(1_000_000) });
    expect(Object.keys(answer).at(-1)).toBe("time");
    const { rest, ...kept } = answer;
    expect(kept).toEqual(plain);
    expect(JSON.parse(await fileOf(rest))).toEqual({ ...many, long: "x".repeat(1_000_000) });
  });

  it("moves a list of thousands of tables to a file", async () => {
    const tables = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`t${index}`, { rows: index }]));
    const answer = await fitDetail(session, call, { ...plain, tables });
    expect(answer).toEqual({ ...plain, tables: { rows: 10_000, file: expect.any(String), head: expect.any(Array) } });
    expect((await fileOf(answer["tables"])).split("\n")[7]).toBe('{"table":"t7","rows":7}');
  });

  it("cuts an endless message and leaves a short detail where it is", async () => {
    const answer = await fitDetail(session, call, { ...plain, message: "m".repeat(1_000_000) });
    expect(answer).toEqual({ ...plain, message: `${"m".repeat(20_000)}… (cut)` });
  });

  it("of a pool stays under it with a long text in every step", async () => {
    const steps = Array.from({ length: 10 }, (_, num) => ({ num, ...plain, message: "m".repeat(1_000_000) }));
    const fitted = await fitSteps(session, { result: true, steps });
    expect(JSON.stringify(fitted).length).toBeLessThan(ANSWER_CHARACTERS);
  });

  it("of a pool moves every detail over 2,000 characters to a file, the shorter ones stay", async () => {
    const lengths = [70_000, 20_000, 2_100, 1_900];
    const steps = lengths.map((length, num) => ({ num, ...plain, detail: { text: "d".repeat(length) } }));
    const fitted = await fitSteps(session, { result: true, steps });
    expect(fitted.steps.map((step) => Object.keys(step["detail"] as object))).toEqual([
      ["file"],
      ["file"],
      ["file"],
      ["text"],
    ]);
    expect(await fileOf(fitted.steps[2]?.["detail"])).toBe(`{"text":"${"d".repeat(2_100)}"}\n`);
  });

  it("is cut where it is a refusal that repeats what the caller wrote", () => {
    const { content } = answerForm({ refused: true, text: "x".repeat(1_000_000) }, "2025-06-18", {
      type: "object",
      properties: {},
    });
    expect(JSON.stringify(content).length).toBeLessThan(ANSWER_CHARACTERS);
  });
});

it.runIf(process.platform === "linux")(
  "the kernel's link to an open pipe is not replaced by a file of rows",
  async () => {
    expect(await outputProblem("/proc/self/fd/0")).toBe("it is a device or a pipe, not a file");
  },
);
