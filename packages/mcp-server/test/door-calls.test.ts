import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DoorPeer, modern } from "./door-peer.ts";

let peer: DoorPeer;
beforeEach(() => {
  peer = new DoorPeer();
});
afterEach(() => peer.kill());

const calling = (id: number, name: string, params = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, ...params },
});

describe("a fault inside a tool", () => {
  it.each(["broken", "unsayable"])("shows an incident number and nothing else: %s", async (name) => {
    await peer.initialize();
    const { result } = await peer.call(1, "tools/call", { name, arguments: { password: "hunter2" } });
    expect(result.isError).toBe(true);
    expect(result.content).toHaveLength(1);
    const incident = /incident ([0-9a-f]{8})/.exec(result.content[0].text)?.[1];
    expect(incident).toBeDefined();
    expect(JSON.stringify(result)).not.toMatch(/secret|SELECT|\/etc|\.ts|\.js|BigInt/);
    await peer.until(() => peer.stderr.includes(`incident ${incident} in ${name}`));
    expect(peer.stderr).not.toContain("hunter2");
    expect((await peer.call(2, "ping")).result).toEqual({});
  });
});

describe("standard output", () => {
  it("carries the protocol alone, whatever a tool prints [srv-20]", async () => {
    await peer.initialize();
    const { result } = await peer.call(1, "tools/call", { name: "chatty" });
    expect(result.content[0].text).toBe("quiet");
    expect(peer.received).toHaveLength(2);
    await peer.until(() => peer.stderr.includes("stray line\n") && peer.stderr.includes("stray bytes\n"));
  });
});

describe("arguments", () => {
  it("reach the tool as they were sent", async () => {
    await peer.initialize();
    const args = { a: null, b: "2", c: [1, { d: "ї" }], text: '{"x":1}' };
    const { result } = await peer.call(1, "tools/call", { name: "echo", arguments: args });
    expect(result.structuredContent).toEqual({ args, client: "Raw Peer" });
  });
});

describe("cancellation", () => {
  it.each(["legacy", "modern"])("aborts the call, which is then never answered: %s [srv-27]", async (era) => {
    const params = era === "modern" ? { _meta: { ...modern, progressToken: 9 } } : { _meta: { progressToken: 9 } };
    if (era === "legacy") await peer.initialize();
    peer.send(calling(1, "slow", params));
    await peer.next((message) => message.method === "notifications/progress");
    peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
    await peer.until(() => peer.stderr.includes("slow was aborted"));
    await peer.call(2, "tools/list", era === "modern" ? { _meta: modern } : {});
    expect(peer.lone.filter((message) => message.id === 1)).toEqual([]);
    expect(peer.lone.filter((message) => message.method === "notifications/progress")).toHaveLength(1);
  });
});

describe("several calls at once", () => {
  it("are answered as they finish", async () => {
    await peer.initialize();
    peer.send(calling(1, "slow", { arguments: { ms: 150 } }), calling(2, "echo"), calling(3, "words"));
    await peer.answer(1);
    expect(peer.lone.slice(1).map((message) => message.id)).toEqual([2, 3, 1]);
  });
});

/** How much longer the end takes than that of an idle process beside it: a busy machine slows both. */
async function endMs(): Promise<number> {
  const idle = new DoorPeer();
  await idle.initialize();
  const [{ ms }, beside] = await Promise.all([peer.end(), idle.end()]);
  return ms - beside.ms;
}

describe("the end of standard input", () => {
  it.each(["slow", "deaf"])("ends the process within a second of it, in mid-call of %s [srv-21]", async (name) => {
    await peer.initialize();
    peer.send(calling(1, name, { _meta: { progressToken: 1 } }));
    await peer.call(2, "ping");
    expect(await endMs()).toBeLessThan(1000);
    expect(await peer.exited).toBe(0);
    expect(peer.stderr).toContain("ended");
    expect(peer.lone.filter((message) => message.id === 1)).toEqual([]);
    if (name === "slow") expect(peer.stderr).toContain("slow was aborted");
  });

  it("ends an idle process, and one that was never spoken to", async () => {
    expect((await peer.end()).code).toBe(0);
    expect(peer.received).toEqual([]);
  });

  it("lets a script pipe its requests in and close: what is ready soon is answered, a last line without its end too", async () => {
    const lines = [
      {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
      },
      calling(1, "slow", { arguments: { ms: 50 } }),
      calling(2, "words"),
    ];
    peer.child.stdin.end(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(await peer.exited).toBe(0);
    await peer.until(() => peer.lone.length === 3);
    expect(peer.lone.map((message) => message.id)).toEqual([0, 2, 1]);
  });

  it("ends a process whose client no longer reads", async () => {
    await peer.initialize();
    peer.child.stdout.destroy();
    peer.send(calling(1, "words"));
    expect(await peer.exited).toBe(0);
    expect(peer.stderr).toContain("ended");
  });

  it("does not wait for a client that stopped reading in the middle of an answer", async () => {
    await peer.initialize();
    peer.child.stdout.pause();
    for (let id = 1; id <= 40; id++) peer.send(calling(id, "echo", { arguments: { text: "x".repeat(100_000) } }));
    await peer.until(() => peer.child.stdin.writableLength === 0);
    expect(await endMs()).toBeLessThan(1000);
    expect(await peer.exited).toBe(0);
  });

  it("leaves a closed standard error be", async () => {
    await peer.initialize();
    peer.child.stderr.destroy();
    expect((await peer.call(1, "tools/call", { name: "chatty" })).result.content[0].text).toBe("quiet");
    expect((await peer.call(2, "tools/call", { name: "broken" })).result.isError).toBe(true);
    expect((await peer.call(3, "ping")).result).toEqual({});
  });
});
