import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ask, done, JSON_HEADERS, post, ROW_HEADERS, rows, serveWork, type Work } from "./http-served.ts";

const echo: Work = async function* ({ call, login }) {
  yield { kind: "open", section: "tables.rows" };
  yield rows('{"a":1}\n{"b":');
  yield rows('"я"}\n');
  yield { kind: "close", section: "tables.rows", rows: 2 };
  yield done({ call, login, tables: { rows: { rows: 2 } } });
};

describe("a call over HTTP", () => {
  it("reaches Core as it was sent, for the token's person, and is answered in one envelope [wir-01]", async () => {
    await using served = await serveWork(echo);
    const { status, headers, body } = await post(served);
    expect([status, headers["content-type"], headers["prilavok-wire"], headers["prilavok-can"]]).toEqual([
      200,
      "application/json; charset=utf-8",
      "1",
      "alive",
    ]);
    expect(JSON.parse(body)).toEqual({
      ok: true,
      ms: 1,
      data: {
        call: { command: "tool_list", args: {}, app: "test", topic: "t" },
        login: "olha",
        tables: { rows: { rows: 2, data: [{ a: 1 }, { b: "я" }] } },
      },
    });
  });

  it("has its rows outside the envelope where the client takes row frames [wir-04]", async () => {
    await using served = await serveWork(echo);
    const { headers, body } = await post(served, { command: "x" }, ROW_HEADERS);
    expect(headers["content-type"]).toBe("application/x-prilavok-rows");
    const lines = body.split("\n");
    expect(lines.slice(0, 4)).toEqual([
      '\u001e{"open":"tables.rows"}',
      '{"a":1}',
      '{"b":"я"}',
      '\u001e{"close":"tables.rows","rows":2}',
    ]);
    expect(lines[4]).toMatch(/^\u001e\{"envelope":\{"ok":true,"ms":1,"data":\{/);
    expect(lines.slice(5)).toEqual([""]);
  });

  it("lays the rows of a step beside its number, and none of a step that failed half-way [wir-15]", async () => {
    await using served = await serveWork(async function* () {
      yield { kind: "open", section: "steps.2" };
      yield rows('{"a":1}\n');
      yield { kind: "close", section: "steps.2", rows: 1 };
      yield { kind: "open", section: "steps.3" };
      yield rows('{"a":');
      yield { kind: "drop", section: "steps.3" };
      yield done({ steps: [{ num: 1 }, { num: 2, rows: 1 }, { num: 3, error: "x" }] });
    });
    const { body } = await post(served);
    expect(JSON.parse(body).data.steps).toEqual([
      { num: 1 },
      { num: 2, rows: 1, data: [{ a: 1 }] },
      { num: 3, error: "x" },
    ]);
  });

  it("refuses more rows than one envelope takes, when the command has ended", async () => {
    let ended = false;
    await using served = await serveWork(async function* () {
      yield { kind: "open", section: "tables.rows" };
      for (let count = 0; count < 100; count += 1) yield rows(`"${"x".repeat(128 * 1024)}"\n`);
      yield { kind: "close", section: "tables.rows", rows: 100 };
      ended = true;
      yield done({});
    });
    const { status, body } = await post(served);
    expect([status, ended, JSON.parse(body).error]).toEqual([200, true, expect.stringContaining("more than 8 MB")]);
  });

  it("is a refusal with status 200, and a fault with 500 [wir-03]", async () => {
    await using served = await serveWork(async function* ({ call: { command } }) {
      const error = "no such thing";
      const envelope = { ok: false, ms: 1, error } as const;
      yield command === "broken" ? { kind: "envelope", envelope, fault: true } : { kind: "envelope", envelope };
    });
    for (const headers of [JSON_HEADERS, ROW_HEADERS]) {
      expect((await post(served, { command: "refused" }, headers)).status).toBe(200);
      const { status, body } = await post(served, { command: "broken" }, headers);
      expect([status, JSON.parse(body)]).toEqual([500, { ok: false, ms: 1, error: "no such thing" }]);
    }
  });

  it("that Core breaks in is told as an incident, and what it was stands in the log alone", async () => {
    await using served = await serveWork(async function* () {
      yield rows("");
      throw new Error("/secret/path");
    });
    const { status, body } = await post(served);
    const { error } = JSON.parse(body);
    const [, incident = "?"] = /incident ([0-9a-f]{8})/.exec(error) ?? [];
    expect([status, error.includes("secret")]).toEqual([500, false]);
    expect(served.logged.join("\n")).toMatch(new RegExp(`incident ${incident}[^]*/secret/path`));
  });
});

describe("a caller", () => {
  it.each([
    ["no token", {}, 401],
    ["a token in another scheme", { authorization: "Basic b2xoYQ==" }, 401],
    ["an unknown token", { authorization: "Bearer nobody" }, 401],
  ])("with %s is turned away", async (_what, headers, status) => {
    await using served = await serveWork(echo);
    const answer = await ask(
      `${served.url}/agent`,
      { method: "POST", headers: { ...headers, "content-type": "application/json" } },
      "{}",
    );
    expect([answer.status, JSON.parse(answer.body).ok]).toEqual([status, false]);
  });

  it("who comes while the database is gone hears that, and it is no fault of Core's", async () => {
    await using served = await serveWork(echo);
    const { status, body } = await post(served, {}, { ...JSON_HEADERS, authorization: "Bearer lost" });
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { ok: false, ms: 0, error: "The database server cannot be used" },
    ]);
    expect(served.logged).toEqual([expect.stringContaining("at the HTTP door: UnreachableDatabase")]);
  });

  it("who guesses is slowed down, and hears for how long", async () => {
    await using served = await serveWork(echo);
    const { status, headers } = await post(served, {}, { ...JSON_HEADERS, authorization: "Bearer slow" });
    expect([status, headers["retry-after"]]).toEqual([429, "7"]);
  });

  it("of an unknown version is refused with both versions, whoever it is [wir-09]", async () => {
    await using served = await serveWork(echo);
    const { status, body } = await post(served, {}, { "content-type": "application/json", "prilavok-wire": "7" });
    expect([status, JSON.parse(body).error]).toEqual([
      200,
      expect.stringMatching(/^VERSION_FAIL: .* 7 .* 1\. .*updated where the store/),
    ]);
    expect((await post(served, { command: "x" }, { ...JSON_HEADERS, "prilavok-wire": "1, 2" })).status).toBe(200);
  });

  it.each([
    ["text", { "content-type": "text/plain" }, "{}", 415],
    ["no type", {}, "{}", 415],
    ["not JSON", { "content-type": "application/json" }, "{", 400],
    ["not UTF-8", { "content-type": "application/json" }, Buffer.from([0x22, 0xff, 0x22]), 400],
    ["a list", { "content-type": "application/json" }, "[]", 400],
    ["no command", { "content-type": "application/json" }, "{}", 400],
    ["args that are no object", { "content-type": "application/json" }, '{"command":"x","args":[]}', 400],
    ["a topic without end", { "content-type": "application/json" }, `{"command":"x","topic":"${"t".repeat(65)}"}`, 400],
    ["a form without boundary", { "content-type": "multipart/form-data" }, "x", 400],
    ["a form without a call", { "content-type": "multipart/form-data; boundary=b" }, "--b--\r\n", 400],
    ["too much", { "content-type": "application/json" }, `{"command":"${"x".repeat(2 * 1024 * 1024)}"}`, 413],
  ])("who sends %s is told so", async (_what, headers: Record<string, string>, body, status) => {
    await using served = await serveWork(echo);
    const sent = { authorization: "Bearer olha", ...headers };
    const answer = await ask(`${served.url}/agent`, { method: "POST", headers: sent }, body);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, expect.any(String)]);
  });

  it("who sends too much without saying how much is told so", async () => {
    await using served = await serveWork(echo);
    const headers = { ...JSON_HEADERS, "transfer-encoding": "chunked" };
    const answer = await ask(`${served.url}/agent`, { method: "POST", headers }, Buffer.alloc(20 * 1024 * 1024, " "));
    expect(answer.status).toBe(413);
  });

  it("who asks for another page is told where calls go", async () => {
    await using served = await serveWork(echo);
    expect((await ask(`${served.url}/metrics`)).status).toBe(404);
    expect((await ask(`${served.url}/agent`)).status).toBe(404);
    for (const page of ["/files/%zz/1", `/files/store/${"1".repeat(500)}`]) {
      const { status, body } = await ask(`${served.url}${page}`);
      expect([status, JSON.parse(body)]).toEqual([400, { ok: false, ms: 0, error: expect.any(String) }]);
    }
    expect(JSON.parse((await ask(`${served.url}/nowhere`)).body).error).toContain("POST /agent");
  });
});

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => (resolve = done));
  return { promise, resolve };
}

describe("a caller who leaves", () => {
  it.each([JSON_HEADERS, ROW_HEADERS])("cancels the work [wir-07]", async (headers) => {
    let reason: unknown = "not cancelled";
    const begun = deferred<void>();
    const ended = deferred<void>();
    await using served = await serveWork(async function* ({ signal }) {
      begun.resolve();
      await once(signal, "abort");
      reason = signal.reason;
      ended.resolve();
      yield done({});
    });
    const request = httpRequest(`${served.url}/agent`, { method: "POST", headers });
    request.on("error", () => undefined).end('{"command":"x"}');
    await begun.promise;
    request.destroy();
    await ended.promise;
    expect(reason).toBeInstanceOf(DOMException);
  });

  it("in the middle of the rows ends the stream of them", async () => {
    const ended = deferred<boolean>();
    await using served = await serveWork(async function* ({ signal }) {
      try {
        yield { kind: "open", section: "tables.rows" };
        for (;;) yield rows(`"${"x".repeat(64 * 1024)}"\n`);
      } finally {
        ended.resolve(signal.aborted);
      }
    });
    const request = httpRequest(`${served.url}/agent`, { method: "POST", headers: ROW_HEADERS });
    request.on("error", () => undefined).end('{"command":"x"}');
    const [response] = await once(request, "response");
    await once(response, "data");
    request.destroy();
    expect(await ended.promise).toBe(true);
  });

  it("while Core takes its time hears signs of life when it asked for them", async () => {
    await using served = await serveWork(async function* () {
      await pause(10_500);
      yield done({});
    });
    const asked = { ...ROW_HEADERS, "prilavok-can": "alive" };
    const [with_, without] = await Promise.all([
      post(served, { command: "x" }, asked),
      post(served, { command: "x" }, ROW_HEADERS),
    ]);
    expect(with_.body).toMatch(/^\u001e\{"alive":true\}\n\u001e\{"envelope"/);
    expect(without.body).toMatch(/^\u001e\{"envelope"/);
  });
});

describe("rows on their way", () => {
  it("wait for a slow client: Core is asked for no more than the socket takes", async () => {
    let made = 0;
    await using served = await serveWork(async function* ({ signal }) {
      yield { kind: "open", section: "tables.rows" };
      for (; made < 2000 && !signal.aborted; made += 1) yield rows(`"${"x".repeat(64 * 1024)}"\n`);
      yield { kind: "close", section: "tables.rows", rows: made };
      yield done({});
    });
    const request = httpRequest(`${served.url}/agent`, { method: "POST", headers: ROW_HEADERS });
    request.end('{"command":"x"}');
    const [response] = await once(request, "response");
    response.pause();
    await pause(500);
    const before = made;
    await pause(500);
    expect([made, before < 400]).toEqual([before, true]);
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    expect([made, bytes > 2000 * 64 * 1024]).toEqual([2000, true]);
  });

  it("leave in chunks of 64 KB and more, however small they come [wir-05]", async () => {
    await using served = await serveWork(async function* () {
      yield { kind: "open", section: "tables.rows" };
      for (let count = 0; count < 20_000; count += 1) yield rows('{"a":"0123456789"}\n');
      yield { kind: "close", section: "tables.rows", rows: 20_000 };
      yield done({});
    });
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    const headers = Object.entries(ROW_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /agent HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.join("")}content-length: 15\r\n\r\n{"command":"x"}`,
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    const sizes = [...text.matchAll(/\r\n([0-9a-f]+)\r\n/g)].map(([, size = ""]) => Number.parseInt(size, 16));
    expect(sizes.slice(0, -2).every((size) => size >= 64 * 1024)).toBe(true);
    expect(sizes.length).toBeGreaterThan(4);
  });
});
