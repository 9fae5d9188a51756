import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "@prilavok/faults";
import type { StoreCarrier } from "@prilavok/mcp-server";
import { createHttpCarrier } from "@prilavok/mcp-server/carrier-http";
import type { Envelope } from "@prilavok/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

const PASSWORD = "correct horse 🐴";
const MODULE = `
import { appendFileSync } from "node:fs";
const wait = (ms, signal) => new Promise((resolve) => {
  setTimeout(resolve, ms);
  signal.addEventListener("abort", resolve);
});
export const CmdWait = async ({ params, signal }) => {
  await wait(params.ms, signal);
  if (params.file) appendFileSync(params.file, signal.aborted ? "aborted" : "ended");
  signal.throwIfAborted();
  return { result: true, message: "waited" };
};
export const CmdRows = async () => ({ result: true, tables: { a: (async function* () {
  for (;;) yield { text: "x".repeat(1000) };
})() } });
`;
const field = (name: string, type: string) => ({ name, type, required: false, descr: name });
const REGISTRY = {
  path: "Test -> Wait",
  descr: "Waits",
  commands: [
    { name: "CmdWait", descr: "Waits", params: [field("ms", "int"), field("file", "str")], files: null },
    { name: "CmdRows", descr: "Rows without end", params: [], files: null },
  ],
};

let home: Home;
let admin: Home;
let olga: Home;
beforeAll(async () => {
  home = new Home();
  admin = new Home();
  olga = new Home();
  await home.run("init", "shop");
  writeFileSync(home.path("wait_tool.ts"), MODULE);
  writeFileSync(home.path("wait_tool.tool.json"), JSON.stringify(REGISTRY));
  expect(await home.run("tool", "add", "wait_tool.ts")).toMatchObject({ code: 0 });
  await home.run("user", "add", "olga", "--name", "Olga");
  await home.run("grant", "olga", "AGENT_TOOL_RUN", "WAIT_TOOL");
  for (const login of ["admin", "olga"]) await home.tell(PASSWORD, "user", "password", login);
});
afterAll(() => {
  for (const each of [home, admin, olga]) each[Symbol.dispose]();
});

let serving: Child;
let url = "";
const carriers: StoreCarrier[] = [];
async function serve(...words: string[]): Promise<Record<string, string>> {
  serving = home.start("serve", "shop", "--port", "0", "--json", ...words);
  await serving.waitFor(/\n/);
  const said = JSON.parse(serving.printed("stdout"));
  url = said.url;
  return said;
}
async function enter(person: Home, login: string): Promise<StoreCarrier> {
  for (const file of existsSync(person.path("config/tokens")) ? readdirSync(person.path("config/tokens")) : []) {
    writeFileSync(person.path("config/tokens", file), "{}");
  }
  const folder = `store-${new URL(url).port}`;
  const end = await person.tell(PASSWORD, "login", url, "--login", login, "--store", folder, "--no-keyring");
  expect(end).toMatchObject({ code: 0 });
  await person.run("use", person.path(folder));
  const tokens = readdirSync(person.path("config/tokens")).map((file) =>
    readFileSync(person.path("config/tokens", file), "utf8"),
  );
  const token = tokens.map((text) => JSON.parse(text)).find((note) => note.account === `${login} ${url}`).token;
  const carrier = createHttpCarrier({ url, readToken: async () => token, log: () => undefined });
  carriers.push(carrier);
  return carrier;
}
async function ask(
  carrier: StoreCarrier,
  args: object,
  command = "tool_run",
  signal = new AbortController().signal,
): Promise<Envelope | undefined> {
  for await (const part of carrier.call({ command, args: { ...args }, app: "test", topic: "prices" }, signal)) {
    if (part.kind === "envelope") return part.envelope;
  }
  return undefined;
}
const wait = (ms: number, more: object = {}) => ({ unit: "WAIT_TOOL", command: "CmdWait", params: { ms, ...more } });
async function running(): Promise<string[][]> {
  const { calls } = await admin.json("calls");
  return (calls as { rows: string[][] }).rows;
}
async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    await pause(50);
  }
}

afterEach(async () => {
  for (const carrier of carriers.splice(0)) await carrier.close();
  await serving?.[Symbol.asyncDispose]();
});

describe("prilavok serve", () => {
  test.each([
    [1, /holds no store/, ["serve", "nowhere"]],
    [2, /whole number/, ["serve", "shop", "--port", "70000"]],
    [2, /whole number/, ["serve", "shop", "--port", "http"]],
    [2, /missing required argument/, ["serve"]],
    [1, /this computer has no such address/, ["serve", "shop", "--host", "203.0.113.7"]],
  ])("ends with %i and words on standard error: %s", async (code, words, line) => {
    expect(await home.run(...line)).toEqual({ code, stdout: "", stderr: expect.stringMatching(words) });
  });

  test("says what stands at its port already", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const end = await home.run("serve", "shop", "--port", String(port));
    expect(end).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`127.0.0.1:${port}: another program listens there`),
    });
    taken.close();
  });

  test("tells its health to everybody and its metrics on an address of their own", async () => {
    const { metricsUrl } = await serve("--metrics-port", "0");
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ ok: true, version: expect.stringMatching(/^\d+\./) });
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain("prilavok_calls_at_work 0");
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "at %s lets a call at work end, answers new ones 503, and ends with 0 [wir-14]",
    async (signal) => {
      await serve();
      const carrier = await enter(olga, "olga");
      const first = ask(carrier, wait(3000));
      await pause(1500);
      serving.kill(signal);
      await serving.waitFor(/closing/, "stderr");
      const late = await ask(carrier, wait(0));
      expect(late).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^STORE_UNREACHABLE: .*closing or overloaded/),
      });
      expect(await first).toMatchObject({ ok: true, data: { result: true, message: "waited" } });
      expect(await serving.exited).toEqual({ code: 0, signal: null });
    },
  );

  test("at a second signal stops the calls at work, in words", async () => {
    await serve();
    const first = ask(await enter(olga, "olga"), wait(60_000));
    await pause(1500);
    serving.kill("SIGTERM");
    await serving.waitFor(/closing/, "stderr");
    serving.kill("SIGTERM");
    expect(await first).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The store closed before this call ended/),
    });
    expect(await serving.exited).toEqual({ code: 0, signal: null });
  });

  test("that is killed in the middle of the rows breaks the answer, and the next server goes on", async () => {
    await serve();
    const carrier = await enter(olga, "olga");
    const call = { command: "tool_run", args: { unit: "WAIT_TOOL", command: "CmdRows" }, app: "test", topic: "t" };
    const kinds = new Set<string>();
    for await (const part of carrier.call(call, new AbortController().signal)) {
      if (part.kind === "rows" && !kinds.has("rows")) serving.kill();
      kinds.add(part.kind);
    }
    expect([...kinds]).toEqual(["open", "rows"]);
    await serving.exited;
    expect(await ask(carrier, wait(0))).toMatchObject({
      ok: false,
      error: expect.stringContaining("nothing answers there"),
    });
    await serve();
    expect(await ask(await enter(olga, "olga"), wait(0))).toMatchObject({ ok: true });
  });
});

describe("a call in a served store", () => {
  let olgas: StoreCarrier;
  beforeEach(async () => {
    await serve();
    olgas = await enter(olga, "olga");
    await enter(admin, "admin");
  });

  test("is listed while it works: whose, from where, which command, since when; and its owner may stop it [wir-13]", async () => {
    expect(await admin.run("calls")).toMatchObject({ code: 0, stdout: "No call is at work.\n" });
    const call = ask(olgas, wait(60_000));
    const [row = []] = await until(async () => ((await running()).length === 0 ? undefined : running()));
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(row).toEqual([
      expect.any(String),
      "olga",
      "test",
      "prices",
      "tool_run",
      "WAIT_TOOL.CmdWait",
      since,
      expect.any(Number),
    ]);
    expect(await admin.run("calls", "--stop", "ffffff")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No call ffffff"),
    });
    expect(await admin.run("calls", "--stop", row[0] ?? "")).toMatchObject({ code: 0 });
    expect(await call).toMatchObject({ ok: false, error: expect.stringMatching(/^This call was stopped by admin\./) });
    expect(await running()).toEqual([]);
  });

  test("is nobody else's to see or to stop", async () => {
    expect(await olga.run("calls")).toMatchObject({ code: 1, stderr: "ACCESS_DENIED\n" });
    expect(await olga.run("calls", "--stop", "ffffff")).toMatchObject({ code: 1, stderr: "ACCESS_DENIED\n" });
    expect(await home.run("calls", "--store", "shop")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not a served one"),
    });
  });

  test("is stopped with its module when its caller leaves", async () => {
    const file = home.path("left");
    const leave = new AbortController();
    const call = ask(olgas, wait(60_000, { file }), "tool_run", leave.signal);
    await until(async () => ((await running()).length === 0 ? undefined : true));
    leave.abort();
    expect(await call).toBeUndefined();
    expect(await until(async () => (existsSync(file) ? readFileSync(file, "utf8") : undefined))).toBe("aborted");
    await until(async () => ((await running()).length === 0 ? true : undefined));
  });
});

test("a call that runs over its time is stopped in words", async () => {
  const settings = JSON.parse(readFileSync(home.path("shop/store.json"), "utf8"));
  writeFileSync(home.path("shop/store.json"), JSON.stringify({ ...settings, limits: { callSeconds: 2 } }));
  await serve();
  const end = await ask(await enter(olga, "olga"), wait(60_000));
  expect(end).toMatchObject({ ok: false, error: expect.stringMatching(/^This call ran over 2 s and was stopped\./) });
});
