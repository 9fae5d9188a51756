import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configFolder, FreshStore, PRILAVOK } from "./stores/fresh-store.ts";
import { oneCallEach } from "./tool-calls.ts";

const INSPECTOR = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url),
);
const me = { name: "Client of the tests", version: "1.0.0" };

let store: FreshStore;
beforeAll(async () => {
  store = await FreshStore.create();
});
afterAll(() => store[Symbol.dispose]());

const server = () => ({
  command: process.execPath,
  args: [PRILAVOK, "mcp", "--store", store.folder],
  env: { ...getDefaultEnvironment(), ...configFolder },
  stderr: "ignore" as const,
});

interface Answer {
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
}

describe("real clients list the tools and call each of them [srv-29, ovr-03]", () => {
  const legacy = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].map((version): [string, ClientOptions] => [
    version,
    { supportedProtocolVersions: [version] },
  ]);
  const modern: [string, ClientOptions] = ["2026-07-28", { versionNegotiation: { mode: "auto" } }];

  it.each([...legacy, modern])("the SDK's 2.x client under %s [srv-01, srv-14, srv-15]", async (version, options) => {
    const client = new Client(me, options);
    await client.connect(new StdioClientTransport(server()));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(oneCallEach.map(({ tool }) => tool));
    for (const { tool, args = {}, refusal } of oneCallEach) {
      judge(await client.callTool({ name: tool, arguments: args }), refusal, version >= "2025-06-18");
    }
    await client.close();
  });

  it("the SDK's 1.x client", async () => {
    const client = new OldClient(me);
    await client.connect(new OldTransport(server()));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(oneCallEach.map(({ tool }) => tool));
    for (const { tool, args = {}, refusal } of oneCallEach) {
      judge(await client.callTool({ name: tool, arguments: { ...args } }), refusal, true);
    }
    await client.close();
  });

  describe("the Inspector's command line, a process a call, connected by --topic [ses-24]", () => {
    it("lists", async () => {
      const { tools } = await inspect("tools/list");
      expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(oneCallEach.map(({ tool }) => tool));
    });

    it.each(oneCallEach)("calls $tool", async ({ tool, args = {}, refusal }) => {
      const pairs = Object.entries(args).map(
        ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const answer = await inspect("tools/call", "--tool-name", tool, ...pairs.flatMap((pair) => ["--tool-arg", pair]));
      judge(answer, refusal, true);
    });
  });
});

/** A success has data in the first block, the same in `structuredContent` where the version knows it. */
function judge(answered: object, refusal: string | undefined, structured: boolean): void {
  const answer = answered as Answer;
  const [first] = answer.content ?? [];
  expect(first?.type).toBe("text");
  if (refusal !== undefined) {
    expect(answer.isError).toBe(true);
    expect(first?.text).toContain(refusal);
    return;
  }
  expect(answer.isError ?? false, first?.text).toBe(false);
  const data: unknown = JSON.parse(first?.text ?? "");
  if (structured) expect(answer.structuredContent).toEqual(data);
  else expect(answer).not.toHaveProperty("structuredContent");
}

/** What the Inspector printed, though the server's `isError` makes it exit with 1. */
async function inspect(method: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { command, args: program } = server();
  const line = [INSPECTOR, "--cli", command, ...program, "--topic", "clients", "--method", method, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, line).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("what a model is told", () => {
  it("of an answer's words stands in its data too [srv-08, srv-10]", async () => {
    const client = new Client(me);
    await client.connect(new StdioClientTransport(server()));
    await client.callTool({ name: "session_connect", arguments: { topic: "clients" } });
    const { content, structuredContent } = await client.callTool({ name: "engine_db_unlocks", arguments: {} });
    const [data, words, ...more] = content as { text: string }[];
    expect(words?.text).toMatch(/^Nothing of yours is stuck/);
    expect(more).toEqual([]);
    expect(structuredContent).toMatchObject({ note: words?.text });
    expect(data?.text).toBe(JSON.stringify(structuredContent));
    await client.close();
  });

  it("of a tool is plain and short [srv-26]", async () => {
    const client = new Client(me);
    await client.connect(new StdioClientTransport(server()));
    for (const { name, description, inputSchema } of (await client.listTools()).tools) {
      const length = `${description}${JSON.stringify(inputSchema)}`.length;
      expect(length, `${name}: ${length} characters`).toBeLessThanOrEqual(800 * 4);
      expect(Object.keys(inputSchema).filter((key) => /^(anyOf|oneOf|allOf|\$ref)$/.test(key))).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain('"format"');
      judgeProperties(name, inputSchema as Schema);
    }
    await client.close();
  });
});

interface Schema {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function judgeProperties(path: string, schema: Schema): void {
  expect(typeof schema.type, `${path} has one type`).toBe("string");
  if (schema.type === "array") {
    expect(schema.items, `${path} has items`).toBeDefined();
    judgeProperties(`${path}[]`, schema.items ?? {});
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    expect(property.description, `${path}.${name} has a description`).toEqual(expect.stringMatching(/\w/));
    judgeProperties(`${path}.${name}`, property);
  }
}
