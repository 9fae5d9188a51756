import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Child } from "@prilavok/faults";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

const PASSWORD = "correct horse 🐴";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

let home: Home;
beforeAll(async () => {
  home = new Home();
  await home.run("init", "shop", "--demo");
  await home.tell(PASSWORD, "user", "password", "admin");
});
afterAll(() => home[Symbol.dispose]());

/** The store served under more words of the environment, and a way to call it. */
async function serve(env: Record<string, string>) {
  const bin = `${import.meta.dirname}/../bin/prilavok.js`;
  const settings = { PRILAVOK_CONFIG_DIR: home.path("config"), OTEL_EXPORTER_OTLP_ENDPOINT: undefined, ...env };
  const child = new Child(process.execPath, [bin, "serve", home.path("shop"), "--port", "0", "--json"], {
    env: settings,
  });
  await child.waitFor(/"url":"[^"]+"/);
  const { url } = JSON.parse(child.printed("stdout")) as { url: string };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const response = await fetch(url + path, { ...init, body: JSON.stringify(body) });
    return (await response.json()) as { data: { token: string } };
  };
  const { data } = await post("/login", { login: "admin", password: PASSWORD, computer: "a test" });
  const call = (command: string, args: object, headers: Record<string, string> = {}) =>
    post("/agent", { command, args, app: "test", topic: "t" }, { authorization: `Bearer ${data.token}`, ...headers });
  const end = async () => {
    child.kill("SIGTERM");
    return child.exited;
  };
  return { child, call, end };
}

/** A collector that takes OTLP over HTTP and keeps every span. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.once("end", () => {
      bodies.push(Buffer.concat(pieces).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const resources = () =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans as { resource: object; scopeSpans: { spans: Span[] }[] }[]);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join("\n"),
    resources,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key.replace("prilavok.", ""), Object.values(value)[0]]));

test("every call is a span of the collector that the environment names, without a value of it [wir-17]", async () => {
  using collector = await startCollector();
  const { call, end } = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "my-shop" });
  const unit = "MELBIS_AGENT_CURRENCY";
  await call("tool_run", { unit, command: "CmdList", params: {} }, { traceparent: `00-${TRACE}-${PARENT}-01` });
  await call(
    "tool_run",
    { unit, command: "CmdRemove", params: { id: "a secret value" } },
    { traceparent: "no context" },
  );
  await call("engine_db_select", { pool: [{ do: "select", sql: "SELECT 'a secret value' AS one" }] });
  expect(await end()).toEqual({ code: 0, signal: null });

  const [list, remove, select] = collector.spans();
  expect(collector.spans()).toHaveLength(3);
  expect(list).toMatchObject({ name: "tool_run", traceId: TRACE, parentSpanId: PARENT });
  expect(list && attributesOf(list)).toEqual({
    tool: "tool_run",
    unit,
    command: "CmdList",
    result: "ok",
    rows: expect.any(Number),
    ms: expect.any(Number),
  });
  expect(Number(list?.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(list?.startTimeUnixNano));
  expect(Math.abs(Number(list?.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000);
  expect(remove?.parentSpanId ?? "").toBe("");
  expect(remove && attributesOf(remove)).toMatchObject({ command: "CmdRemove", result: "refused", rows: 0 });
  expect(select && attributesOf(select)).toEqual({
    tool: "engine_db_select",
    result: "ok",
    rows: 1,
    ms: expect.any(Number),
  });
  expect(collector.text()).not.toContain("secret value");
  expect(JSON.stringify(collector.resources()[0]?.resource)).toContain("my-shop");
});

test("a collector that is not there holds neither a call nor the end up, and the log says so", async () => {
  const { child, call, end } = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect(await call("tool_list", {})).toMatchObject({ ok: true });
  const startedAt = performance.now();
  expect(await end()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(child.printed("stderr")).toMatch(/traces: /);
});

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_TRACES_EXPORTER: "none" },
])("nothing of it is loaded where the environment does not ask for it: %j", async (env) => {
  const coverage = home.path(`coverage-${Object.keys(env).length}-${Object.keys(env).at(-1)}`);
  mkdirSync(coverage);
  const { call, end } = await serve({ ...env, NODE_V8_COVERAGE: coverage });
  await call("tool_list", {});
  await end();
  const loaded = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(`${coverage}/${file}`, "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  expect(loaded.some((url) => url.includes("/fastify/"))).toBe(true);
  // The library of the metrics brings the interface alone.
  expect(loaded.filter((url) => /@opentelemetry\/(?!api\/)/.test(url))).toEqual([]);
});
