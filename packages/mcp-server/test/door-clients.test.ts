import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { doorServer } from "./door-peer.ts";

const program = { command: process.execPath, args: [doorServer], stderr: "ignore" as const };
const me = { name: "Real Client", version: "1" };

describe.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("the 2.x client under %s", (version) => {
  it("connects, lists and calls [srv-13]", async () => {
    const client = new Client(me, { supportedProtocolVersions: [version] });
    await client.connect(new StdioClientTransport(program));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(12);
    const progress: number[] = [];
    await client.callTool({ name: "progress", arguments: {} }, { onprogress: (told) => progress.push(told.progress) });
    const answer = await client.callTool({ name: "ordered", arguments: {} });
    expect(answer.content).toEqual([
      { type: "text", text: '{"b":2,"a":1,"note":"said"}' },
      { type: "text", text: "said" },
    ]);
    expect((await client.callTool({ name: "words", arguments: {} })).isError).toBeUndefined();
    expect((await client.callTool({ name: "pool", arguments: {} })).isError).toBe(true);
    await expect(client.callTool({ name: "eat", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});

describe("the 2.x client in the modern era", () => {
  it.each(["auto", { pin: "2026-07-28" }] as const)("connects, lists and calls: %j", async (mode) => {
    const client = new Client(me, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(program));
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(client.getServerVersion()).toEqual({ name: "prilavok", version: "0.0.1" });
    expect((await client.listTools()).tools).toHaveLength(12);
    const answer = await client.callTool({ name: "echo", arguments: { a: 1 } });
    expect(answer.structuredContent).toEqual({ args: { a: 1 }, client: "Real Client" });
    expect((await client.callTool({ name: "words", arguments: {} })).structuredContent).toEqual({ note: "only words" });
    await expect(client.callTool({ name: "eat", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it("cancels a call", async () => {
    const client = new Client(me, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StdioClientTransport(program));
    await expect(
      client.callTool({ name: "slow", arguments: {} }, { signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow();
    expect((await client.callTool({ name: "words", arguments: {} })).isError).toBeUndefined();
    await client.close();
  });
});

describe("the 1.x client", () => {
  it("connects, lists and calls [srv-13]", async () => {
    const client = new OldClient(me);
    await client.connect(new OldTransport(program));
    expect(client.getInstructions()).toBe("Call echo first.");
    expect((await client.listTools()).tools).toHaveLength(12);
    const answer = await client.callTool({ name: "echo", arguments: { a: 1 } });
    expect(answer.structuredContent).toEqual({ args: { a: 1 }, client: "Real Client" });
    expect((await client.callTool({ name: "words", arguments: {} })).structuredContent).toEqual({ note: "only words" });
    expect((await client.callTool({ name: "refuse", arguments: {} })).isError).toBe(true);
    await expect(client.callTool({ name: "eat", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});
