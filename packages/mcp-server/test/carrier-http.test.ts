import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { FilePart } from "@prilavok/protocol";
import { describe, expect, it } from "vitest";
import { createHttpCarrier } from "../src/carrier-http/http-carrier.ts";
import { bodyOf, ENVELOPE, frames, HostileCore } from "./hostile-core.ts";

const WHOLE = [
  { kind: "open", section: "tables.a" },
  { kind: "rows", text: '{"a":1}\n' },
  { kind: "close", section: "tables.a", rows: 1 },
  { kind: "envelope", envelope: ENVELOPE },
];
const whole = (response: Parameters<typeof frames>[0]) =>
  frames(response, { open: "tables.a" }, '{"a":1}\n', { close: "tables.a", rows: 1 }, { envelope: ENVELOPE });

describe("a call of the HTTP carrier", () => {
  it("is posted with its token, its version and its form, and its rows come as they were sent", async () => {
    let seen: unknown;
    await using core = await HostileCore.start(
      async (request, response) => {
        const { method, url, headers } = request;
        seen = [
          method,
          url,
          headers["authorization"],
          headers["accept"],
          headers["prilavok-wire"],
          headers["prilavok-can"],
        ];
        expect(JSON.parse((await bodyOf(request)).toString())).toEqual({
          command: "x",
          args: { a: 1 },
          app: "test",
          topic: "t",
        });
        whole(response).end();
      },
      { path: "/shop" },
    );
    expect(await core.parts({ command: "x", args: { a: 1 } })).toEqual(WHOLE);
    expect(seen).toEqual(["POST", "/shop/agent", "Bearer token", "application/x-prilavok-rows", "1", "alive"]);
  });

  it("goes over the connection of the call before [wir-16]", async () => {
    const ports = new Set<unknown>();
    await using core = await HostileCore.start((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume();
      whole(response).end();
    });
    for (let count = 0; count < 5; count += 1) await core.parts();
    expect(ports.size).toBe(1);
  });

  it("brings its files in parts, read no faster than they are taken", async () => {
    let read = 0;
    async function* files(): AsyncGenerator<FilePart, void, void> {
      yield { part: "data_1", name: "data_1.jpg", bytes: pieces(3, 10) };
      yield { part: "data_2", name: "data_2", bytes: pieces(2000, 64 * 1024) };
    }
    async function* pieces(count: number, size: number): AsyncGenerator<Uint8Array, void, void> {
      for (let index = 0; index < count; index += 1, read += 1) yield Buffer.alloc(size, "x");
    }
    let before = 0;
    let body: Buffer = Buffer.alloc(0);
    await using core = await HostileCore.start(
      async (request, response) => {
        await pause(300);
        before = read;
        await pause(100);
        expect(read).toBe(before);
        body = await bodyOf(request);
        whole(response).end();
      },
      { limits: { workSilenceMs: 5000 } },
    );
    expect(await core.parts({}, files())).toEqual(WHOLE);
    expect(before).toBeLessThan(300);
    const text = body.toString("latin1");
    const boundary = text.slice(2, text.indexOf("\r\n"));
    const parts = text.split(`--${boundary}`).map((part) => part.slice(0, 140));
    expect(parts.map((part) => /name="[^\r]*/.exec(part)?.[0])).toEqual([
      undefined,
      'name="call"',
      'name="data_1"; filename="data_1.jpg"',
      'name="data_2"; filename="data_2"',
      undefined,
    ]);
    expect(body.length).toBeGreaterThan(2000 * 64 * 1024);
  });

  it("ends early where Core answers before it has the files", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      for (; ; read += 1) yield Buffer.alloc(64 * 1024);
    }
    async function* files(): AsyncGenerator<FilePart, void, void> {
      yield { part: "data_1", name: "data_1", bytes: endless() };
    }
    await using core = await HostileCore.start((_request, response) => {
      response.writeHead(413).end();
    });
    expect(await core.refusal({}, files())).toMatch(/^The call is larger than http:/);
    expect(read).toBeLessThan(1000);
  });

  it("breaks where a file cannot be read to its end", async () => {
    async function* broken(): AsyncGenerator<Uint8Array, void, void> {
      yield Buffer.alloc(10);
      await pause(100);
      throw new Error("the file vanished");
    }
    async function* files(): AsyncGenerator<FilePart, void, void> {
      yield { part: "data_1", name: "data_1", bytes: broken() };
    }
    let ended: unknown;
    await using core = await HostileCore.start((request) => {
      ended = bodyOf(request).catch((error: Error) => error.message);
    });
    expect(await core.refusal({}, files())).toMatch(/a file of the call could not be read to its end/);
    expect(await ended).toBe("aborted");
  });

  it("is cancelled by its signal: the connection closes and no envelope comes", async () => {
    const closed: Promise<unknown>[] = [];
    await using core = await HostileCore.start((request, response) => {
      closed.push(new Promise((resolve) => response.once("close", resolve)));
      frames(response, { open: "tables.a" }, '{"a":1}\n');
      request.resume();
    });
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 100);
    expect(await core.parts({}, undefined, cancel.signal)).toEqual(WHOLE.slice(0, 2));
    expect(await core.parts({}, undefined, AbortSignal.abort())).toEqual([]);
    await closed[0];
  });

  it("waits through signs of life, and no longer than a call may take", async () => {
    await using core = await HostileCore.start(
      (_request, response) => {
        frames(response, { alive: true });
        const beat = setInterval(() => response.write('\u001e{"alive":true}\n'), 100);
        response.once("close", () => clearInterval(beat));
        setTimeout(() => !response.destroyed && response.end(`\u001e${JSON.stringify({ envelope: ENVELOPE })}\n`), 900);
      },
      { limits: { callMs: 1500, lookUpMs: 300 } },
    );
    expect(await core.parts()).toEqual(WHOLE.slice(3));
    expect(await core.parts({ command: "session_connect" })).toEqual([]);
    expect(core.logged).toEqual([expect.stringContaining("broke off")]);
  });
});

describe("a token", () => {
  it("that is not kept on this computer is asked for", async () => {
    await using core = await HostileCore.start((_request, response) => response.end(), { tokens: [] });
    expect(await core.refusal()).toMatch(/^NO_SETTINGS: .*prilavok login http:\/\/127/);
  });

  it("that cannot be had now is told apart from one that is not kept", async () => {
    const readToken = () => Promise.reject(new Error("locked"));
    const carrier = createHttpCarrier({ url: "http://127.0.0.1:9", readToken, log: () => undefined });
    const { value } = await carrier
      .call({ command: "x", args: {}, app: "", topic: "" }, new AbortController().signal)
      .next();
    expect(value).toMatchObject({ envelope: { error: expect.stringMatching(/^NO_SETTINGS: the keyring/) } });
  });

  it("that is not accepted is read again, since somebody may have entered anew", async () => {
    const seen: unknown[] = [];
    await using core = await HostileCore.start(
      (request, response) => {
        seen.push(request.headers.authorization);
        if (request.headers.authorization === "Bearer old") response.writeHead(401).end();
        else whole(response).end();
      },
      { tokens: ["old", "new"] },
    );
    expect(await core.parts()).toEqual(WHOLE);
    expect(await core.parts()).toEqual(WHOLE);
    expect(seen).toEqual(["Bearer old", "Bearer new", "Bearer new"]);
  });

  it("that stays wrong is said so", async () => {
    await using core = await HostileCore.start((_request, response) => response.writeHead(401).end());
    expect(await core.refusal()).toMatch(/^WRONG_PASSWORD: http:\/\/127/);
  });
});

describe("a Core that cannot answer", () => {
  it.each([
    [503, { "retry-after": "4" }, /^STORE_UNREACHABLE: .* overloaded.* in 4 s\.$/],
    [503, { "retry-after": "-1" }, /in 10 s\.$/],
    [503, { "retry-after": "99999999" }, /in 3600 s\.$/],
    [429, {}, /^STORE_UNREACHABLE: .*too many wrong tries.* 10 s\.$/],
    [413, {}, /^The call is larger than /],
    [404, {}, /^STORE_UNREACHABLE: .* status 404\./],
    [502, {}, /^STORE_UNREACHABLE: .* status 502\./],
    [301, { location: "http://evil.example/agent" }, /^STORE_UNREACHABLE: .*redirect \(301\)/],
    [204, {}, /^STORE_UNREACHABLE: .* status 204\./],
    [
      200,
      { "prilavok-wire": "2, 3", "content-type": "application/x-prilavok-rows" },
      /^VERSION_FAIL: .* 1 .* 2, 3\. Update Prilavok on this/,
    ],
    [200, { "content-type": "text/html" }, /no answer of a store/],
    [200, {}, /no answer of a store/],
    [200, { "content-type": "application/json" }, /no answer of a store/],
  ] as const)("with status %i says so in words: %j", async (status, headers, words) => {
    await using core = await HostileCore.start((request, response) => {
      request.resume();
      response.writeHead(status, headers).end("<html>hello");
    });
    expect(await core.refusal()).toMatch(words);
  });

  it("with a fault shows its incident, cut to a size", async () => {
    let error = "Something broke (incident 12ab)";
    await using core = await HostileCore.start((_request, response) => {
      response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ ok: false, ms: 0, error }));
    });
    expect(await core.refusal()).toBe(error);
    error = "x".repeat(10_000);
    expect(await core.refusal()).toHaveLength(2000);
    error = "x".repeat(100_000);
    expect(await core.refusal()).toMatch(/status 500/);
  });

  it("refuses in an envelope of JSON, whatever version it speaks", async () => {
    await using core = await HostileCore.start((_request, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"ok":false,"ms":0,"error":"VERSION_FAIL: 1 and 2"}');
    });
    expect(await core.refusal()).toBe("VERSION_FAIL: 1 and 2");
  });

  it("is not there", async () => {
    const core = await HostileCore.start(() => undefined);
    await core[Symbol.asyncDispose]();
    expect(await core.refusal()).toMatch(/^STORE_UNREACHABLE: http:\/\/127\.0\.0\.1:\d+: nothing answers there\./);
  });

  it("closes the connection without a word: a writing call may have been carried out, a reading one is told plainly", async () => {
    await using core = await HostileCore.start((request) => request.socket.destroy());
    expect(await core.refusal()).toMatch(/broke before it answered\. It may have been carried out/);
    expect(await core.refusal({ command: "tool_list" })).not.toMatch(/carried out/);
  });

  it("left while the connection was kept: a reading call is made once more, a writing one is not", async () => {
    let calls = 0;
    await using core = await HostileCore.start((request, response, tries) => {
      calls = tries;
      if (tries % 3 === 2) request.socket.destroy();
      else whole(response).end();
      request.resume();
    });
    expect(await core.parts({ command: "tool_list" })).toEqual(WHOLE);
    expect(await core.parts({ command: "tool_list" })).toEqual(WHOLE);
    expect(calls).toBe(3);
    await core.parts();
    expect(await core.refusal()).toMatch(/may have been carried out/);
    expect(calls).toBe(5);
  });

  it("speaks no HTTP", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-OpenSSH\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const core = await HostileCore.start(() => undefined);
    await core[Symbol.asyncDispose]();
    const carrier = createHttpCarrier({
      url: `http://127.0.0.1:${port}`,
      readToken: async () => "t",
      log: () => undefined,
    });
    const parts = [];
    const call = { command: "tool_run", args: {}, app: "", topic: "" };
    for await (const part of carrier.call(call, new AbortController().signal)) parts.push(part);
    expect(parts).toEqual([
      { kind: "envelope", envelope: { ok: false, ms: 0, error: expect.stringContaining("no answer of a store") } },
    ]);
    await carrier.close();
    server.close();
  });

  it("is silent: before it answers, in the middle of its rows and behind its envelope", async () => {
    await using silent = await HostileCore.start(() => undefined);
    expect(await silent.refusal()).toMatch(/^STORE_UNREACHABLE: .* nothing came from it for 0\.5 s\. It may have been/);
    await using stuck = await HostileCore.start((_request, response) =>
      frames(response, { open: "tables.a" }, '{"a":1}\n'),
    );
    expect(await stuck.parts()).toEqual(WHOLE.slice(0, 2));
    await using open = await HostileCore.start((_request, response) => whole(response));
    expect(await open.parts()).toEqual(WHOLE);
  });
});

describe("an answer of a hostile Core", () => {
  const broken: [string, (string | object)[]][] = [
    ["an envelope that is none", [{ envelope: { ok: true } }]],
    ["no envelope", [{ open: "tables.a" }, "{}\n", { close: "tables.a", rows: 1 }]],
    ["rows that do not end", [{ open: "tables.a" }, "{}\n{"]],
    [
      "a row without its end before the close",
      [{ open: "tables.a" }, "{}", { close: "tables.a", rows: 0 }, { envelope: ENVELOPE }],
    ],
    ["rows behind the envelope", [{ envelope: ENVELOPE }, "{}\n"]],
    ["a second envelope", [{ envelope: ENVELOPE }, { envelope: ENVELOPE }]],
    ["a control line without JSON", ["\u001e{\n", { envelope: ENVELOPE }]],
    ["a control line that is a list", ["\u001e[]\n", { envelope: ENVELOPE }]],
    ["a control line of no known form", [{ hello: 1 }, { envelope: ENVELOPE }]],
    ["a control line that is cut", ['\u001e{"envelope":']],
    ["a row over the limit", [{ open: "tables.a" }, "x".repeat(2000), { envelope: ENVELOPE }]],
    [
      "too many sections",
      [...Array.from({ length: 20 }, (_, index) => ({ open: `tables.t${index}` })), { envelope: ENVELOPE }],
    ],
    [
      "too many bytes",
      [{ open: "tables.a" }, "{}\n".repeat(5000), { close: "tables.a", rows: 5000 }, { envelope: ENVELOPE }],
    ],
  ];
  it.each(broken)("with %s has no envelope", async (_what, lines) => {
    await using core = await HostileCore.start(
      (request, response) => {
        request.resume();
        frames(response, ...lines).end();
      },
      { limits: { rowBytes: 1000, sections: 10, answerBytes: 10_000 } },
    );
    expect((await core.parts()).filter((part) => (part as { kind: string }).kind === "envelope")).toEqual([]);
    if (_what !== "no envelope" && _what !== "rows that do not end")
      expect(core.logged).toEqual([expect.stringContaining("broke off")]);
  });

  it("packed by gzip is not unpacked", async () => {
    await using core = await HostileCore.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/x-prilavok-rows", "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(1_000_000, "{}\n")));
    });
    expect(await core.refusal()).toMatch(/no answer of a store/);
  });

  it("without end is read no longer than its limit", async () => {
    await using core = await HostileCore.start(
      (_request, response) => {
        frames(response, { open: "tables.a" });
        const more = (): void => {
          while (!response.destroyed && response.write('{"a":"0123456789"}\n'.repeat(4000)));
        };
        response.on("drain", more);
        more();
      },
      { limits: { answerBytes: 50_000_000 } },
    );
    const parts = await core.parts();
    expect(parts.at(-1)).toHaveProperty("kind", "rows");
    expect(core.logged).toEqual([expect.stringContaining("too large")]);
  });

  it("with headers without end is no answer", async () => {
    await using core = await HostileCore.start((request) => {
      request.socket.write("HTTP/1.1 200 OK\r\n");
      const more = setInterval(() => request.socket.write(`x-a: ${"x".repeat(10_000)}\r\n`), 1);
      request.socket.once("close", () => clearInterval(more)).on("error", () => undefined);
    });
    expect(await core.refusal()).toMatch(/^STORE_UNREACHABLE: /);
  });

  it("that is announced for ever never begins", async () => {
    await using core = await HostileCore.start((request) => {
      const more = setInterval(() => request.socket.write("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"), 50);
      request.socket.once("close", () => clearInterval(more)).on("error", () => undefined);
    });
    expect(await core.refusal()).toMatch(/nothing came from it for 0\.5 s/);
  });
});
