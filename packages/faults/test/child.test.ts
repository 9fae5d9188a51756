import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Child, findLeftovers, killAt, waitForNoLeftovers } from "../src/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faults-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const node = (script: string) => new Child(process.execPath, ["-e", script]);

describe("a child", () => {
  it("gathers what it prints and how it ends", async () => {
    await using child = node("console.log('out'); console.error('err'); process.exitCode = 3");
    expect(await child.exited).toEqual({ code: 3, signal: null });
    expect(child.printed("stdout")).toBe("out\n");
    expect(child.printed("stderr")).toBe("err\n");
  });

  it("says so when it ends before the words it was to print", async () => {
    await using child = node("console.error('broken')");
    await expect(child.waitFor(/ready/)).rejects.toThrow("ended before");
  });
});

describe("killAt", () => {
  it("kills at words on a stream", async () => {
    await using child = node("let n = 0; setInterval(() => console.log('line ' + n++), 5)");
    const exit = await killAt(child, { at: "output", pattern: /line 3\n/ });
    expect(exit.signal).toBe("SIGKILL");
    expect(child.printed("stdout")).toContain("line 3\n");
  });

  it("kills when a file has grown to a size", async () => {
    const path = join(folder, "growing");
    appendFileSync(path, "");
    await using child = node(`setInterval(() => fs.appendFileSync(${JSON.stringify(path)}, Buffer.alloc(1000)), 2)`);
    await killAt(child, { at: "fileSize", path, sizeBytes: 5000 });
    const size = statSync(path).size;
    expect(size).toBeGreaterThanOrEqual(5000);
    expect(size % 1000).toBe(0);
  });

  it("kills after a time", async () => {
    await using child = node("setInterval(() => {}, 1000)");
    expect((await killAt(child, { at: "time", afterMs: 50 }, { signal: "SIGTERM" })).signal).toBe("SIGTERM");
  });

  it("refuses to count an end of the child's own as a kill", async () => {
    await using child = node("");
    await expect(killAt(child, { at: "time", afterMs: 5000 })).rejects.toThrow("before the point");
  });
});

describe("leftovers", () => {
  const withOrphan =
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }); c.unref(); console.log('started'); setInterval(() => {}, 1000)";

  it("are found after the parent was killed alone, and go with its group", async () => {
    await using child = node(withOrphan);
    await killAt(child, { at: "output", pattern: /started/ });
    expect(findLeftovers(child)).toHaveLength(1);
    child.killGroup();
    expect(await waitForNoLeftovers(child)).toEqual([]);
  });

  it("are none when the whole group is killed", async () => {
    await using child = node(withOrphan);
    await killAt(child, { at: "output", pattern: /started/ }, { group: true });
    expect(await waitForNoLeftovers(child)).toEqual([]);
  });
});
