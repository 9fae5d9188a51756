import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DoorPeer, type Message, modern } from "./door-peer.ts";

let peer: DoorPeer;

function eachWithItsOwnProcess(): void {
  beforeEach(() => {
    peer = new DoorPeer();
  });
  afterEach(() => peer.kill());
}

const names = [
  ...["echo", "measure", "ordered", "words", "refuse", "pool", "broken", "unsayable"],
  ...["chatty", "progress", "slow", "deaf"],
];

describe.each([
  { version: "2024-11-05", annotated: false, structured: false },
  { version: "2025-03-26", annotated: true, structured: false },
  { version: "2025-06-18", annotated: true, structured: true },
  { version: "2025-11-25", annotated: true, structured: true },
])("under $version", ({ version, annotated, structured }) => {
  let opened: Message;
  beforeAll(async () => {
    peer = new DoorPeer();
    opened = await peer.initialize(version);
  });
  beforeEach(() => peer.forget());
  afterAll(() => peer.kill());

  const call = (id: number, name: string, args = {}) => peer.call(id, "tools/call", { name, arguments: args });

  it("initialize answers the version asked for, and nothing newer [srv-14, srv-16, srv-22]", () => {
    expect(opened.result).toEqual({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: "prilavok", version: "0.0.1" },
      instructions: "Call echo first.",
    });
  });

  it("lists every tool in order, with the fields the version has [srv-01, srv-16, srv-28]", async () => {
    const { result } = await peer.call(1, "tools/list");
    expect(Object.keys(result)).toEqual(["tools"]);
    expect(result.tools.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(Object.keys(result.tools[0])).toEqual([
      "name",
      ...(structured ? ["title"] : []),
      "description",
      "inputSchema",
      ...(structured ? ["outputSchema"] : []),
      ...(annotated ? ["annotations"] : []),
    ]);
  });

  it("answers in the form the version has [srv-08, srv-09, srv-10, srv-11]", async () => {
    expect((await call(1, "ordered")).result).toEqual({
      content: [
        { type: "text", text: '{"b":2,"a":1,"note":"said"}' },
        { type: "text", text: "said" },
      ],
      ...(structured && { structuredContent: { a: 1, b: 2, note: "said" } }),
    });
    expect((await call(2, "words")).result).toEqual({
      content: [{ type: "text", text: "only words" }],
      ...(structured && { structuredContent: { note: "only words" } }),
    });
    expect((await call(3, "refuse")).result).toEqual({
      content: [{ type: "text", text: "No. Do this instead." }],
      isError: true,
    });
    expect((await call(4, "pool", { fit: true })).result).toEqual({
      content: [{ type: "text", text: '{"ok":false}' }],
      isError: true,
      ...(structured && { structuredContent: { ok: false } }),
    });
    expect((await call(5, "pool")).result).toEqual({ content: [{ type: "text", text: '{"ok":"no"}' }], isError: true });
  });

  it("tells progress that only grows, and only while the call runs", async () => {
    peer.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "progress", _meta: { progressToken: "t" } },
    });
    await peer.answer(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const told = peer.lone.filter((message) => message.method === "notifications/progress");
    const words = annotated ? { message: "half way" } : {};
    expect(told.map((message) => message.params)).toEqual([
      { progressToken: "t", progress: 1, total: 2, ...words },
      { progressToken: "t", progress: 2, total: 2, ...words },
    ]);
    expect(peer.lone.at(-1)?.id).toBe(1);
  });
});

describe("the legacy handshake", () => {
  eachWithItsOwnProcess();

  it.each(["2026-07-28", "2024-10-07", "1.0", ""])("answers the newest legacy version to %j", async (asked) => {
    expect((await peer.initialize(asked)).result.protocolVersion).toBe("2025-11-25");
  });

  it("may be made again, and the last version agreed holds", async () => {
    await peer.initialize("2025-11-25");
    peer.send({
      jsonrpc: "2.0",
      id: "again",
      method: "initialize",
      params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    });
    expect((await peer.answer("again")).result.protocolVersion).toBe("2024-11-05");
    expect(Object.keys((await peer.call(1, "tools/list")).result.tools[0])).toEqual([
      "name",
      "description",
      "inputSchema",
    ]);
  });
});

describe("the modern era", () => {
  eachWithItsOwnProcess();

  const call = (id: number, name: string, params = {}) =>
    peer.call(id, "tools/call", { name, _meta: modern, ...params });

  it("is discovered with its version, for how long and for whom that holds [srv-15, srv-22]", async () => {
    const { result } = await peer.call(1, "server/discover", { _meta: modern });
    expect(result).toEqual({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      instructions: "Call echo first.",
      resultType: "complete",
      ttlMs: 3_600_000,
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "prilavok", version: "0.0.1" } },
    });
  });

  it("lists and calls without a handshake [srv-15]", async () => {
    const { result } = await peer.call(1, "tools/list", { _meta: modern });
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    expect("nextCursor" in result).toBe(false);
    expect(result.tools.map((tool: { name: string }) => tool.name)).toEqual(names);
    const called = (await call(2, "ordered")).result;
    expect(called.resultType).toBe("complete");
    expect(called.structuredContent).toEqual({ a: 1, b: 2, note: "said" });
    expect("ttlMs" in called).toBe(false);
  });

  it("knows the client by what each request says of it", async () => {
    const meta = { ...modern, "io.modelcontextprotocol/clientInfo": { name: "Другой", version: "2" } };
    expect((await call(1, "echo", { _meta: meta })).result.structuredContent.client).toBe("Другой");
    const { "io.modelcontextprotocol/clientInfo": _, ...nameless } = modern;
    expect((await call(2, "echo", { _meta: nameless })).result.structuredContent.client).toBe(null);
  });

  it("still takes initialize behind a probe", async () => {
    await peer.call(1, "server/discover", { _meta: modern });
    expect((await peer.initialize("2025-06-18")).result.protocolVersion).toBe("2025-06-18");
    const { result } = await peer.call(2, "tools/list");
    expect("resultType" in result).toBe(false);
  });

  it.each([
    ["before anything else", []],
    ["on an open connection", [{ jsonrpc: "2.0", id: 0, method: "tools/list", params: { _meta: modern } }]],
  ])("refuses what the era does not allow, %s", async (_name, before) => {
    peer.send(...before);
    const unknown = { ...modern, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    expect((await call(1, "echo", { _meta: unknown })).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2031-01-01" },
    });
    const { "io.modelcontextprotocol/clientCapabilities": _, ...incomplete } = modern;
    expect((await call(2, "echo", { _meta: incomplete })).error?.code).toBe(-32602);
    const odd = { ...modern, "io.modelcontextprotocol/protocolVersion": 5 };
    expect((await call(3, "echo", { _meta: odd })).error?.code).toBe(-32602);
    expect((await call(4, "eat")).error?.code).toBe(-32602);
    expect((await peer.call(5, "tools/list", { _meta: modern, cursor: "x" })).error?.code).toBe(-32602);
    expect((await peer.call(6, "ping", { _meta: modern })).error?.code).toBe(-32601);
    expect((await peer.call(7, "server/discover", {})).error?.code).toBe(-32602);
  });

  it("asks a request that names no version for it, once the era is settled", async () => {
    await peer.call(1, "tools/list", { _meta: modern });
    expect((await peer.call(2, "tools/list")).error?.code).toBe(-32602);
    expect(
      (
        await peer.call(3, "initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "x", version: "1" },
        })
      ).error?.code,
    ).toBe(-32022);
  });
});
