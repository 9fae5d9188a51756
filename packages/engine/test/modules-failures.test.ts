import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SmallDisk } from "@prilavok/faults";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ModuleStore } from "./module-store.ts";

let store: ModuleStore;
beforeAll(async () => {
  store = await ModuleStore.open({ moduleMemoryMb: 256 });
});
beforeEach(() => {
  store.log.length = 0;
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

/** The text after `failed: ` of a command with this body; the next call must work. */
async function failure(body: string): Promise<string> {
  const { crash } = await store.runBody(body);
  const next = await store.runBody("return { result: true, message: 'next' };");
  expect(next.answer).toMatchObject({ message: "next" });
  expect(crash).toMatch(/^BODY\\CmdDo failed: /);
  return (crash ?? "").replace("BODY\\CmdDo failed: ", "");
}

describe("a command that throws", () => {
  test.each([
    ["throw new Error('no rate for XXX')", "no rate for XXX"],
    ["throw new TypeError()", "TypeError"],
    ["throw 'a text'", "a text"],
    ["throw undefined", "it threw undefined"],
    ["throw null", "it threw null"],
    ["throw 42n", "it threw 42"],
    ["throw ''", "it threw an empty text"],
    ["throw { code: 7 }", 'it threw {"code":7}'],
    ["throw { message: 'of an object' }", "of an object"],
    ["const o = {}; o.o = o; throw o", "it threw something that cannot be read"],
    ["throw { get message() { throw 1 } }", "it threw something that cannot be read"],
    ["throw new Error('first', { cause: new Error('because') })", "first: because"],
    ["throw new AggregateError([new Error('one of them')], 'all failed')", "all failed: one of them"],
    ["(function deep() { deep(); })()", "Maximum call stack size exceeded"],
  ])("%s", async (body, text) => {
    expect(await failure(body)).toBe(text);
  });

  test("its text is a few first lines, without a stack and without a path of the machine", async () => {
    expect(await failure("throw new Error('one\\n\\ntwo\\n    at f (/usr/lib/x.js:1:2)\\nthree')")).toBe("one two");
    expect(await failure(`throw new Error("x".repeat(5000))`)).toHaveLength(601);
    expect(await failure(`throw new Error("x".repeat(200_000))`)).toHaveLength(601);
    expect(await failure(`require("fs").readFileSync("/usr/nowhere/of/mine.txt")`)).not.toContain("/usr");
    expect(await failure(`(await import("fs")).readFileSync("/usr/nowhere/of/mine.txt")`)).toBe(
      "ENOENT: no such file or directory, open 'mine.txt'",
    );
    expect(await failure(`(await import("fs")).readFileSync(process.cwd() + "/units/none.csv")`)).toBe(
      "ENOENT: no such file or directory, open 'units/none.csv'",
    );
    expect(await failure(`throw new Error("GET /api/v1/goods of https://shop.example/usr/x failed")`)).toBe(
      "GET /api/v1/goods of https://shop.example/usr/x failed",
    );
  });

  test("its stack is in the log, by the lines of its source", async () => {
    store.write(
      "thrower.ts",
      "interface Row {\n  id: number;\n}\n\nexport function CmdDo(): Row {\n  throw new Error('here');\n}\n",
    );
    expect((await store.run("THROWER", "CmdDo")).crash).toBe("THROWER\\CmdDo failed: here");
    expect(store.log.join("\n")).toMatch(/THROWER\\CmdDo failed: Error: here\n.*units\/thrower\.ts:6:9/);
  });

  test("a module that throws while it loads, or does not parse, or misses an import", async () => {
    store.write("at_load.ts", "throw new Error('not today'); export const CmdDo = 1;");
    expect((await store.run("AT_LOAD", "CmdDo")).crash).toBe("AT_LOAD\\CmdDo failed: not today");
    store.write("no_syntax.ts", "export const CmdDo = () => {\n  return {;\n}");
    expect((await store.run("NO_SYNTAX", "CmdDo")).crash).toMatch(
      /^NO_SYNTAX\\CmdDo failed: units\/no_syntax\.ts:2:11: /,
    );
    store.write("no_file.ts", "import './nowhere.ts'; export const CmdDo = 1;");
    expect((await store.run("NO_FILE", "CmdDo")).crash).toBe(
      'NO_FILE\\CmdDo failed: units/no_file.ts:1:8: Could not resolve "./nowhere.ts"',
    );
    store.write("no_package.ts", "import 'not-installed-package'; export const CmdDo = 1;");
    expect((await store.run("NO_PACKAGE", "CmdDo")).crash).toBe(
      "NO_PACKAGE\\CmdDo failed: Cannot find package 'not-installed-package' imported from units/no_package",
    );
  });
});

describe("a command that breaks beside its answer", () => {
  test("a promise left rejected [mod-02]", async () => {
    expect(await failure("Promise.reject(new Error('left behind')); return { result: true };")).toBe("left behind");
    expect(await failure("Promise.reject('a text'); return { result: true };")).toBe("a text");
    expect(
      await failure(
        "(async () => { await null; await null; throw new Error('left later'); })(); return { result: true };",
      ),
    ).toBe("left later");
  });

  test("an error of a timer while it works [mod-02]", async () => {
    expect(await failure("setTimeout(() => { throw new Error('of a timer'); }, 5); await new Promise(() => {});")).toBe(
      "of a timer",
    );
  });

  test("what it leaves at work hits no other call, and gets a moment to end", async () => {
    const body = `setTimeout(() => { console.log("left it"); throw new Error("too late"); }, 100);
      return { result: true, message: "left", detail: { pid: process.pid } };`;
    const left = await store.runBody(body);
    expect(left.answer).toMatchObject({ message: "left" });
    const next = await store.runBody(
      "await new Promise((r) => setTimeout(r, 300)); return { result: true, detail: { pid: process.pid } };",
    );
    expect(next.answer).toMatchObject({ result: true });
    expect(next.answer?.detail).not.toEqual(left.answer?.detail);
    expect(store.log).toContain("BODY: left it");
  });
});

describe("a command that ends its process", () => {
  test.each([
    ["process.exit(0)", "exit code 0"],
    ["process.exit(3)", "exit code 3"],
    ["process.kill(process.pid, 'SIGKILL'); for (;;);", "SIGKILL"],
    ["process.abort()", "SIGABRT"],
    [
      "process.removeAllListeners('uncaughtException'); setTimeout(() => { throw 1; }); await new Promise(() => {});",
      "exit code 1",
    ],
  ])("%s", async (body, how) => {
    expect(await failure(body)).toBe(
      `it ended its own process (${how}). What it had done by then stays done: look before you repeat it`,
    );
  });
});

describe("the programs a command has started", () => {
  const started = `const { spawn } = await import("node:child_process");
    const plain = spawn("sleep", ["600"]), apart = spawn("sh", ["-c", "sleep 600 & wait"], { detached: true });
    await new Promise((r) => setTimeout(r, 100));
    console.log("started " + plain.pid + " " + apart.pid);`;

  test.each([
    ["over its time", "for (;;);"],
    ["by itself", "process.exit(3)"],
  ])("end with a command that ends %s", async (_, end) => {
    await using short = await ModuleStore.open({ moduleSeconds: 1 });
    expect((await short.runBody(`${started} ${end}`)).crash).toBeDefined();
    await expect.poll(() => short.log.some((line) => line.includes("started "))).toBe(true);
    const pids =
      short.log
        .join(" ")
        .match(/started (\d+) (\d+)/)
        ?.slice(1) ?? [];
    expect(pids).toHaveLength(2);
    await expect.poll(() => running(pids)).toEqual([]);
  });

  /** Processes with one of these numbers, or of a group of such a number. */
  const running = (pids: readonly string[]): string[] => {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,pgid=,stat=,args="], { encoding: "utf8" }).split("\n");
    const isOne = (line: string): boolean => {
      const [pid = "", group = "", state = ""] = line.trim().split(/\s+/);
      return (pids.includes(pid) || pids.includes(group)) && !state.startsWith("Z");
    };
    return lines.filter(isOne);
  };
});

describe("a module on a full disk", () => {
  test("is refused in words while it is not bundled yet, and works as soon as there is room [mod-02]", async () => {
    await using full = await ModuleStore.open();
    mkdirSync(join(full.folder, ".cache"));
    const disk = new SmallDisk(1024 * 1024, join(full.folder, ".cache"));
    try {
      disk.fill();
      expect((await full.runBody("return { result: true }")).crash).toMatch(
        /^BODY\\CmdDo failed: it was not started, .*: the disk is full\. Nothing was done; /,
      );
      rmSync(join(disk.path, "ballast"));
      expect((await full.runBody("return { result: true, message: 'room' }")).answer).toMatchObject({
        message: "room",
      });
      expect(readdirSync(join(disk.path, "units")).filter((name) => name.endsWith(".part"))).toEqual([]);
    } finally {
      disk[Symbol.dispose]();
    }
  });
});

describe("a command that takes too much", () => {
  const overMemory =
    "it needed more memory than 256 MB and was stopped. Give it less work at once; the owner may raise moduleMemoryMb in store.json";

  test.each([
    ["an endless loop", "for (;;);"],
    ["a promise that never settles", "await new Promise(() => {});"],
    [
      "a statement without end",
      `await c.db.rows("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")`,
    ],
    ["a table without end", "return { result: true, tables: { t: (function* () { for (;;) yield {}; })() } };"],
  ])("%s ends at the time limit [mod-02, mod-03]", async (_, body) => {
    await using hasty = await ModuleStore.open({ moduleSeconds: 1 });
    expect((await hasty.runBody(body)).crash).toBe(
      "BODY\\CmdDo failed: it ran over 1 s and was stopped. Give it less work at once; the owner may raise moduleSeconds in store.json",
    );
    expect((await hasty.runBody("return { result: true };")).answer).toMatchObject({ result: true });
  });

  test("buffers end at the memory limit [mod-02, mod-03]", async () => {
    const text = await failure("const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));");
    expect([overMemory, "Array buffer allocation failed"]).toContain(text);
  });

  test("buffers filled slowly end at the memory limit", async () => {
    const body = `const kept = [];
      for (;;) { kept.push(Buffer.alloc(4 * 1024 * 1024, 1)); await new Promise((r) => setTimeout(r, 10)); }`;
    expect(await failure(body)).toBe(overMemory);
  });

  test.each([
    ["objects", "const kept = new Map(); for (let i = 0; ; i++) kept.set(i, { i });"],
    ["texts", "const kept = []; for (let i = 0; ; i++) kept.push(('' + i).repeat(1000).split(''));"],
  ])("%s end at the memory limit", async (_, body) => {
    expect(await failure(body)).toBe(overMemory);
  });
});

describe("a command that reaches for Core's descriptors", () => {
  const { stringify } = JSON;
  const withFs = (body: string) =>
    `const fs = await import("node:fs"); ${body}; return { result: true, message: "done" };`;

  test.each([0, 1, 2, 4])("closing descriptor %d fails no other call", async (descriptor) => {
    await store.runBody(withFs(`fs.closeSync(${descriptor})`));
    expect((await store.runBody("return { result: true };")).answer).toMatchObject({ result: true });
  });

  test("closing the answer's descriptor fails its own call", async () => {
    expect(await failure(withFs("fs.closeSync(3)"))).toContain("it ended its own process");
  });

  test("writing into the answer fails its own call", async () => {
    const garbled = "it wrote into the channel of its answer. Its output belongs to console";
    expect(await failure(withFs("fs.writeSync(3, 'hello\\n')"))).toBe(garbled);
    const inTable = `tables: { t: (function* () { yield {}; fs.writeSync(3, 'hello\\n'); yield {}; })() }`;
    expect(await failure(`const fs = await import("node:fs"); return { result: true, ${inTable} };`)).toBe(garbled);
    expect(await failure(withFs(`fs.writeSync(3, ${stringify("\u001e{broken\n")})`))).toMatch(
      /ended its own process|wrote into/,
    );
  });

  test("standard input is empty, standard output is the log's [mod-06]", async () => {
    const body = `let read = ""; for await (const piece of process.stdin) read += piece;
      process.stdout.write("written\\n"); console.error("said"); return { result: true, message: "[" + read + "]" };`;
    expect((await store.runBody(body)).answer).toMatchObject({ message: "[]" });
    await expect.poll(() => store.log).toEqual(["BODY: written", "BODY: said"]);
  });

  test("what a call prints into the log has an end, and the next call has all the room again", async () => {
    const body = `for (let time = 0; time < 5000; time += 1) console.log("x".repeat(1023)); return { result: true };`;
    expect((await store.runBody(body)).answer).toMatchObject({ result: true });
    await store.runBody(`console.log("and now"); return { result: true };`);
    await expect.poll(() => store.log).toContain("BODY: and now");
    const told = store.log.filter((line) => /^BODY: \d+ KB more were printed than the 64 a call may log$/.test(line));
    expect(told.length).toBeGreaterThan(0);
    expect(store.log.join("").length).toBeLessThan(150 * 1024);
  });
});
