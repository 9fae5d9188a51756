import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DoorPeer, modern } from "./door-peer.ts";

let peer: DoorPeer;

function eachWithItsOwnProcess(): void {
  beforeEach(() => {
    peer = new DoorPeer();
  });
  afterEach(() => peer.kill());
}

function allWithOneOpenProcess(): void {
  beforeAll(async () => {
    peer = new DoorPeer();
    await peer.initialize();
  });
  beforeEach(() => peer.forget());
  afterAll(() => peer.kill());
}

const request = (id: unknown, method: unknown, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
const echo = (id: unknown, args: unknown = {}) => request(id, "tools/call", { name: "echo", arguments: args });

/** Sends a bad line and a good one behind it: the bad one gets its error, the good one its answer. */
async function errorOf(line: string | Uint8Array, wait: (answers: typeof peer.lone) => boolean) {
  peer.write(line);
  peer.write("\n");
  await peer.until(() => wait(peer.lone));
  const good = await peer.call("good", "tools/call", { name: "echo", arguments: { still: "here" } });
  expect(good.result.content[0].text).toContain("here");
  return peer.lone.filter((message) => message.error !== undefined);
}

const withoutId = (answers: typeof peer.lone) => answers.some((answer) => !("id" in answer));

describe("a line that is not a message", () => {
  allWithOneOpenProcess();

  it.each([
    ["text", "hello", -32700],
    ["JSON cut short", '{"jsonrpc":"2.0","id":1,', -32700],
    ["two values", "{} {}", -32700],
    ["a NUL byte", '{"jsonrpc":"2.0","id":1,"method":"ping"}\0', -32700],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), -32700],
    ["a lone surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), -32700],
    ["a string", '"ping"', -32600],
    ["a number", "7", -32600],
    ["null", "null", -32600],
    ["an empty object", "{}", -32600],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ["an empty batch", "[]", -32600],
    ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ["null as id", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ["true as id", '{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600],
    ["a list as id", '{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600],
    ["an id past 2^53", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
    ["a notification without jsonrpc", '{"method":"notifications/initialized"}', -32600],
  ])("gets its error without an id: %s [srv-24]", async (_name, line, code) => {
    const errors = await errorOf(line, withoutId);
    expect(errors).toEqual([{ jsonrpc: "2.0", error: { code, message: expect.any(String) } }]);
  });

  it.each([
    ["a fraction as id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32600],
    ["no jsonrpc", '{"id":7,"method":"ping"}', 7, -32600],
    ["jsonrpc 1.0", '{"jsonrpc":"1.0","id":"a","method":"ping"}', "a", -32600],
    ["jsonrpc as a number", '{"jsonrpc":2.0,"id":7,"method":"ping"}', 7, -32600],
    ["no method", '{"jsonrpc":"2.0","id":7}', 7, -32600],
    ["a number as method", '{"jsonrpc":"2.0","id":7,"method":1}', 7, -32600],
    ["params as text", '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', 7, -32602],
    ["params as a list", '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', 7, -32602],
    ["_meta as text", '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":"x"}}', 7, -32602],
    ["an unknown method", '{"jsonrpc":"2.0","id":7,"method":"tools/eat"}', 7, -32601],
    ["a method of another server", '{"jsonrpc":"2.0","id":7,"method":"resources/list"}', 7, -32601],
    ["a method of the modern era", '{"jsonrpc":"2.0","id":7,"method":"server/discover"}', 7, -32601],
    ["a cursor", '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}}', 7, -32602],
    ["null as cursor", '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":null}}', 7, -32602],
    ["a call without params", '{"jsonrpc":"2.0","id":7,"method":"tools/call"}', 7, -32602],
    ["a call without a name", '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}', 7, -32602],
    ["a number as name", '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}', 7, -32602],
    ["an unknown tool", '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"eat"}}', 7, -32602],
    [
      "arguments as text",
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":"{}"}}',
      7,
      -32602,
    ],
    [
      "arguments as a list",
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":[]}}',
      7,
      -32602,
    ],
    [
      "a progress token that is an object",
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","_meta":{"progressToken":{}}}}',
      7,
      -32602,
    ],
    [
      "initialize with odd params",
      '{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":5}}',
      7,
      -32602,
    ],
  ])("gets its error with the id it had: %s [srv-24]", async (_name, line, id, code) => {
    const errors = await errorOf(line, (answers) => answers.some((answer) => answer.id === id));
    expect(errors).toEqual([{ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } }]);
  });

  it.each([
    ["an empty line", ""],
    ["blanks", "  \t "],
    ["a carriage return", "\r"],
    ["an answer to nothing", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["an error to nothing", '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'],
    ["an unknown notification", '{"jsonrpc":"2.0","method":"notifications/weather"}'],
    ["a notification with odd params", '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}'],
    ["a cancellation of nothing", '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}'],
    ["a cancellation without an id", '{"jsonrpc":"2.0","method":"notifications/cancelled"}'],
  ])("is passed over in silence: %s", async (_name, line) => {
    expect(await errorOf(line, () => true)).toEqual([]);
    expect(peer.received).toHaveLength(1);
  });
});

describe("a message with more than JSON-RPC knows", () => {
  allWithOneOpenProcess();

  it("is answered all the same", async () => {
    peer.send({ ...request(1, "ping"), trace: "x" });
    expect((await peer.answer(1)).result).toEqual({});
  });
});

describe("the size and the speed of input", () => {
  eachWithItsOwnProcess();

  it("reads a line of 20 MB in a time that grows with its length alone [srv-25]", async () => {
    await peer.initialize();
    const text = "пр".repeat(5_000_000);
    const began = performance.now();
    const answer = await peer.call(1, "tools/call", { name: "measure", arguments: { text } });
    expect(answer.result.structuredContent).toEqual({ bytes: 20_000_000 });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it("takes input byte by byte [srv-25]", async () => {
    const line = `${JSON.stringify(request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "й", version: "1" } }))}\n`;
    for (const byte of Buffer.from(line)) {
      peer.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await peer.answer(1)).result.protocolVersion).toBe("2025-06-18");
  });

  it("takes lines that end with a carriage return, and many in one piece", async () => {
    await peer.initialize();
    peer.write(Array.from({ length: 500 }, (_, id) => `${JSON.stringify(echo(id, { id }))}\r\n`).join(""));
    await peer.until(() => peer.received.length === 501);
    const answered = peer.lone.slice(1).map((answer) => [answer.id, answer.result.structuredContent.args.id]);
    expect(answered.every(([id, told]) => id === told)).toBe(true);
  });

  it("refuses a line past the limit once, skips it, and reads the next", async () => {
    await peer.initialize();
    const piece = Buffer.alloc(1 << 20, "x");
    for (let megabyte = 0; megabyte < 70; megabyte++) {
      if (!peer.child.stdin.write(piece)) await new Promise((resolve) => peer.child.stdin.once("drain", resolve));
    }
    const errors = await errorOf("", withoutId);
    expect(errors).toEqual([
      { jsonrpc: "2.0", error: { code: -32600, message: "Invalid Request: the line is longer than 67108864 bytes" } },
    ]);
  });

  it("survives JSON nested a million deep", async () => {
    await peer.initialize();
    peer.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"deep":${"[".repeat(1e6)}${"]".repeat(1e6)}}}}\n`,
    );
    await peer.answer(1);
    expect((await peer.call(2, "ping")).result).toEqual({});
  });
});

describe("good lines with bytes changed at random", () => {
  eachWithItsOwnProcess();

  it("never break the server, and get only answers that JSON-RPC knows", async () => {
    const clientInfo = { name: "x", version: "1" };
    const good = [
      request(1, "initialize", { protocolVersion: "2025-03-26", capabilities: { roots: {} }, clientInfo }),
      request(2, "tools/list", { _meta: { progressToken: 1 } }),
      echo(3, { a: [1, "ї", null] }),
      request(4, "tools/call", { name: "words", _meta: modern }),
      request(5, "server/discover", { _meta: modern }),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } },
      [echo(6), request(7, "ping")],
    ].map((message) => Buffer.from(JSON.stringify(message)));
    const change = fc.record({ at: fc.nat(250), cut: fc.nat(2), put: fc.uint8Array({ maxLength: 2 }) });
    const changed = fc
      .tuple(fc.constantFrom(...good), fc.array(change, { minLength: 1, maxLength: 3 }))
      .map(([line, changes]) =>
        changes.reduce(
          (bytes, { at, cut, put }) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]),
          line,
        ),
      );
    const lines = fc.sample(changed, { numRuns: 3000, seed: 20260728 });

    await peer.initialize("2025-03-26");
    peer.write(Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
    expect((await peer.call("the end", "ping")).result).toEqual({});
    const answers = peer.received.flat();
    expect(answers.length).toBeGreaterThan(2000);
    for (const { jsonrpc, result, error } of answers) {
      expect(jsonrpc).toBe("2.0");
      expect((result === undefined) !== (error === undefined)).toBe(true);
      if (error !== undefined) expect([-32700, -32600, -32601, -32602]).toContain(error.code);
    }
  });
});

describe("ids", () => {
  allWithOneOpenProcess();

  it("refuses an id that is in flight, and answers the first call still [srv-18]", async () => {
    peer.send(request(5, "tools/call", { name: "slow", arguments: { ms: 200 } }), echo(5));
    await peer.until(() => peer.lone.filter((answer) => answer.id === 5).length === 2);
    const [refused, answered] = peer.lone.filter((answer) => answer.id === 5);
    expect(refused?.error?.code).toBe(-32600);
    expect(answered?.result.content[0].text).toBe("late");
  });

  it("takes an id again once it is answered, and tells 5 from the text 5", async () => {
    peer.send(request(5, "tools/call", { name: "slow", arguments: { ms: 100 } }), echo("5", { text: true }));
    expect((await peer.answer("5")).result.structuredContent.args).toEqual({ text: true });
    await peer.answer(5);
    peer.send(echo(5, { again: true }));
    await peer.until(() => peer.lone.filter((answer) => answer.id === 5).length === 2);
    expect(peer.lone.at(-1)?.result.structuredContent.args).toEqual({ again: true });
  });

  it.each([0, -1, "", "ü", Number.MAX_SAFE_INTEGER])("answers the id %j", async (id) => {
    expect((await peer.call(id, "ping")).result).toEqual({});
  });
});

describe("before initialize", () => {
  eachWithItsOwnProcess();

  it("refuses every legacy request but ping, and then opens as if nothing had been [srv-19]", async () => {
    peer.send(echo(1), request(2, "tools/list"), request(3, "ping"), request(4, "nonsense"), [echo(5)]);
    peer.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await peer.until(() => peer.received.length === 5);
    const byId = Object.fromEntries(peer.lone.map((answer) => [String(answer.id), answer.error?.code ?? "fine"]));
    expect(byId).toEqual({ 1: -32600, 2: -32600, 3: "fine", 4: -32600, undefined: -32600 });
    const answer = await peer.call("late", "server/discover", { _meta: modern });
    expect(answer.result.resultType).toBe("complete");
    expect((await peer.initialize()).result.protocolVersion).toBe("2025-11-25");
  });

  it("carries out a modern call at once [srv-19]", async () => {
    const answer = await peer.call(1, "tools/call", { name: "echo", arguments: {}, _meta: modern });
    expect(answer.result.structuredContent).toEqual({ args: {}, client: "Raw Peer" });
  });

  it("answers requests sent behind initialize without waiting for its answer", async () => {
    peer.send(
      request(1, "initialize", {
        protocolVersion: "2025-03-26",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request(2, "tools/list"),
      [echo(3)],
    );
    await peer.answer(2);
    await peer.until(() => peer.received.some(Array.isArray));
  });
});

describe("a batch", () => {
  eachWithItsOwnProcess();

  it("is answered in one list under 2025-03-26, each message with what it deserves [srv-17]", async () => {
    await peer.initialize("2025-03-26");
    peer.send([
      echo(1, { first: true }),
      request(2, "tools/call", { name: "slow", arguments: { ms: 100 } }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request(3, "nope"),
      request(1, "ping"),
      request(4, "initialize", {
        protocolVersion: "2025-03-26",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      }),
      { id: 6 },
      17,
    ]);
    await peer.until(() => peer.received.some(Array.isArray));
    const answers = peer.received.find(Array.isArray) ?? [];
    expect(peer.received).toHaveLength(2);
    expect(answers.map((answer) => [answer.id, answer.error?.code ?? "fine"])).toEqual(
      expect.arrayContaining([
        [1, "fine"],
        [2, "fine"],
        [3, -32601],
        [1, -32600],
        [4, -32600],
        [6, -32600],
        [undefined, -32600],
      ]),
    );
    expect(answers).toHaveLength(7);
  });

  it("leaves a cancelled call out, and is silent when it holds notifications alone", async () => {
    await peer.initialize("2025-03-26");
    peer.send([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
    peer.send([echo(1), request(2, "tools/call", { name: "slow" })]);
    peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
    await peer.until(() => peer.received.some(Array.isArray));
    expect(peer.received.find(Array.isArray)?.map((answer) => answer.id)).toEqual([1]);
    await peer.call(3, "ping");
    expect(peer.received).toHaveLength(3);
  });

  it("is refused when it is empty or endless", async () => {
    await peer.initialize("2025-03-26");
    peer.send(
      [],
      Array.from({ length: 20_000 }, () => 1),
    );
    await peer.until(() => peer.lone.filter((answer) => !("id" in answer)).length === 2);
    expect(peer.lone.slice(1).map((answer) => answer.error?.code)).toEqual([-32600, -32600]);
  });

  it.each(["2024-11-05", "2025-06-18", "2025-11-25"])("is refused under %s [srv-17]", async (version) => {
    await peer.initialize(version);
    peer.send([echo(1)]);
    await peer.until(() => withoutId(peer.lone));
    expect(peer.lone.at(-1)?.error?.code).toBe(-32600);
  });

  it("is refused in the modern era [srv-17]", async () => {
    await peer.call(1, "tools/list", { _meta: modern });
    peer.send([echo(2)]);
    await peer.until(() => withoutId(peer.lone));
    expect(peer.lone.at(-1)?.error?.code).toBe(-32600);
  });
});
