import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ask, done, JSON_HEADERS, post, ROW_HEADERS, rows, serveWork, type Work } from "./http-served.ts";

/** Calls that end when they are let go, or with the reason they are stopped for. */
function waiting(): { work: Work; begun: Promise<void>; letGo: () => void } {
  let begin: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const work: Work = async function* ({ signal }) {
    begin();
    await Promise.race([gone, once(signal, "abort")]);
    const error = String(signal.reason);
    yield signal.aborted ? { kind: "envelope", envelope: { ok: false, ms: 0, error } } : done({});
  };
  return { work, begun, letGo };
}

describe("a server", () => {
  it("says how it is", async () => {
    await using served = await serveWork(waiting().work);
    const { status, body } = await ask(`${served.url}/health`);
    expect([status, body]).toEqual([200, '{"ok":true,"version":"1.2.3"}']);
  });

  it("takes no more calls than it may, and says when to come again", async () => {
    const { work, begun, letGo } = waiting();
    await using served = await serveWork(work, { calls: 1 });
    const first = post(served);
    await begun;
    const { status, headers, body } = await post(served);
    expect([status, headers["retry-after"], JSON.parse(body).error]).toEqual([
      503,
      "1",
      expect.stringContaining("1 calls are at work"),
    ]);
    letGo();
    expect((await first).status).toBe(200);
    expect((await post(served)).status).toBe(200);
  });

  it("keeps its places for calls that have come, not for those whose senders stopped half-way", async () => {
    await using served = await serveWork(
      async function* () {
        yield done({});
      },
      { calls: 2 },
    );
    const dead = await Promise.all(Array.from({ length: 20 }, () => sendHalf(served.url)));
    expect((await post(served)).status).toBe(200);
    for (const socket of dead) socket.destroy();
  });

  it("takes no more of calls on their way than it has room for, and says when to come again", async () => {
    await using served = await serveWork(
      async function* () {
        yield done({});
      },
      { calls: 1, requestMb: 1 },
    );
    const dead = await Promise.all([sendHalf(served.url, 700_000), sendHalf(served.url, 200_000)]);
    await pause(200);
    const large = { command: "x", args: { text: "x".repeat(300_000) } };
    const { status, headers, body } = await post(served, large);
    expect([status, headers["retry-after"], JSON.parse(body).error]).toEqual([
      503,
      "1",
      expect.stringContaining("still on their way"),
    ]);
    expect((await post(served)).status).toBe(200);
    for (const socket of dead) socket.destroy();
    await expect.poll(async () => (await post(served, large)).status).toBe(200);
  });

  it("lets calls at work end when it closes, and answers new ones 503", async () => {
    const { work, begun, letGo } = waiting();
    const served = await serveWork(work);
    const first = post(served);
    await begun;
    const closed = served.close(10_000);
    const late = await post(served);
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "10"]);
    expect((await ask(`${served.url}/health`)).status).toBe(503);
    letGo();
    expect((await first).status).toBe(200);
    await closed;
    await expect(post(served)).rejects.toThrow();
  });

  it.each(["its time is over", "it is hurried"])("stops the calls still at work when %s, in words", async (why) => {
    const { work, begun } = waiting();
    const served = await serveWork(work);
    const first = post(served);
    await begun;
    const hurry = new AbortController();
    const closed = served.close(why === "it is hurried" ? 60_000 : 200, hurry.signal);
    if (why === "it is hurried") hurry.abort();
    expect(JSON.parse((await first).body).error).toMatch(/^The store closed before this call ended\./);
    await closed;
  });

  it("closes at once when nothing is at work, whatever connections are kept", async () => {
    const served = await serveWork(async function* () {
      yield done({});
    });
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1").on("error", () => undefined);
    await once(socket, "connect");
    const startedAt = performance.now();
    await served.close(30_000);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it("cannot take a port twice", async () => {
    await using served = await serveWork(waiting().work);
    const port = Number(new URL(served.url).port);
    await expect(serveWork(waiting().work, { place: { port } })).rejects.toThrow("EADDRINUSE");
  });
});

/** A client that sends the head of a call and `bytes` of its body, then nothing more. */
async function sendHalf(url: string, bytes = 10): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  const head =
    "POST /agent HTTP/1.1\r\nhost: x\r\nauthorization: Bearer olha\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n";
  await new Promise((resolve) => socket.write(head + "x".repeat(bytes), resolve));
  await pause(50);
  return socket;
}

describe("the metrics", () => {
  it("stand on an address of their own and count calls by command and end [wir-08]", async () => {
    await using served = await serveWork(
      async function* ({ call: { command } }) {
        if (command === "tool_list") yield done({});
        else yield { kind: "envelope", envelope: { ok: false, ms: 1, error: "no" } };
      },
      { place: { metrics: { host: "127.0.0.1", port: 0 } } },
    );
    await post(served);
    await post(served, { command: "tool_run" }, ROW_HEADERS);
    await post(served, { command: "made-up" });
    await post(served, {}, { ...JSON_HEADERS, authorization: "" });
    const { headers, body } = await ask(`${served.metricsUrl}/metrics`);
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'prilavok_calls_total{command="tool_list",end="done"} 1',
      'prilavok_calls_total{command="tool_run",end="refused"} 1',
      'prilavok_calls_total{command="unknown",end="refused"} 1',
      'prilavok_call_seconds_count{command="tool_list"} 1',
      'prilavok_responses_total{status="401"} 1',
      'prilavok_info{version="1.2.3"} 1',
      "prilavok_calls_at_work 0",
    ]) {
      expect(body).toContain(`${line}\n`);
    }
    expect(body).toContain("nodejs_eventloop_lag_seconds");
    expect((await ask(`${served.metricsUrl}/agent`, { method: "POST" })).status).toBe(404);
  });
});

describe("a hostile client [wir-11]", () => {
  const request = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n\r\n`;
  const open = (url: string) => connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);

  it.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["a head without end", `POST /agent HTTP/1.1\r\nhost: x\r\n${"x-a: y\r\n".repeat(20_000)}`],
    [
      "a length and chunks at once",
      request(["POST /agent HTTP/1.1", "host: x", "content-length: 3", "transfer-encoding: chunked"]),
    ],
    ["two lengths", request(["POST /agent HTTP/1.1", "host: x", "content-length: 3", "content-length: 4"])],
    [
      "a chunk of nonsense",
      `${request(["POST /agent HTTP/1.1", "host: x", "authorization: Bearer olha", "content-type: application/json", "transfer-encoding: chunked"])}zz\r\n`,
    ],
    [
      "a zero byte in its token",
      request(["POST /agent HTTP/1.1", "host: x", "authorization: Bearer \0", "content-length: 0"]),
    ],
  ])("with %s does not disturb the others", async (_what, bytes) => {
    await using served = await serveWork(async function* () {
      yield done({});
    });
    const socket = open(served.url);
    socket.write(bytes);
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    await Promise.race([once(socket, "close"), pause(2000)]);
    expect(answer).toMatch(/^HTTP\/1\.1 4/);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
      ok: false,
      ms: 0,
      error: expect.any(String),
    });
    socket.destroy();
    expect((await post(served)).status).toBe(200);
    expect(served.logged).toEqual([]);
  });

  it("that leaves at any moment takes nothing along", async () => {
    await using served = await serveWork(async function* () {
      yield { kind: "open", section: "tables.a" };
      for (let count = 0; count < 40; count += 1) yield rows(`"${"x".repeat(64 * 1024)}"\n`);
      yield { kind: "close", section: "tables.a", rows: 40 };
      yield done({});
    });
    const call = request([
      "POST /agent HTTP/1.1",
      "host: x",
      "authorization: Bearer olha",
      "accept: application/x-prilavok-rows",
      "content-type: application/json",
      "content-length: 15",
    ]);
    const whole = `${call}{"command":"x"}`;
    for (let cut = 10; cut <= whole.length; cut += 20) {
      const socket = open(served.url);
      socket.write(whole.slice(0, cut));
      await pause(5);
      socket.destroy();
    }
    const socket = open(served.url);
    socket.write(whole);
    await once(socket, "data");
    socket.destroy();
    const answer = await post(served, { command: "x" }, ROW_HEADERS);
    expect(answer.body.length).toBeGreaterThan(40 * 64 * 1024);
    expect(served.logged).toEqual([]);
  });
});
