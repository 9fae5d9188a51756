import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { shownProgress } from "./shown-progress.ts";

it("of long work is one line on a terminal, gone at its end, and nothing in a pipe [cli-18]", () => {
  const written = (isTTY: boolean): string => {
    const out = Object.assign(new PassThrough(), { isTTY });
    const progress = shownProgress("packed", out);
    for (let time = 0; time < 1000; time += 1) progress.report(2048);
    progress.end();
    return String(out.read() ?? "");
  };
  expect(written(true)).toBe("\rpacked 2 KB\u001B[K\r\u001B[K");
  expect(written(false)).toBe("");
});
