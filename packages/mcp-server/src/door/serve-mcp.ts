import type { Readable, Writable } from "node:stream";
import { CLIENT_INFO_META_KEY, ProtocolError, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ToolDefinition } from "../tools/tool-definition.ts";
import { callTool } from "./call-tool.ts";
import { guardStdout } from "./guard-stdout.ts";
import { isObject } from "./is-object.ts";
import { listedTool } from "./listed-tool.ts";
import { legacyVersions } from "./protocol-version.ts";
import { rpcErrors } from "./rpc-errors.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** What tools there are changes with the build alone. */
const HOUR_FOR_ALL = { ttlMs: 3_600_000, cacheScope: "public" } as const;

export interface McpDoor {
  readonly name: string;
  readonly version: string;
  /** What the server says of itself when it is opened; 2 KB at most, hosts cut the rest. */
  readonly instructions: string;
  /** In the order they are listed. */
  readonly tools: readonly ToolDefinition[];
  readonly input: Readable;
  readonly output: Writable;
  readonly log: (line: string) => void;
  /** Called once, within half a second of the end of the input or of `close`: calls are aborted, answers have left. */
  readonly onEnd: () => void;
}

/**
 * Serves MCP over a pair of streams, in the legacy versions and the modern one. From here on `output` is the protocol's
 * alone: whatever else writes to it goes to standard error.
 */
export function serveMcp(door: McpDoor): { close(): Promise<void> } {
  const { write, release } = guardStdout(door.output);
  const transport = new StdioTransport({ input: door.input, output: door.output, write }, () => {
    release();
    door.onEnd();
  });
  return serveStdio(() => mcpServer(door), {
    transport,
    onerror: (error) => door.log(`protocol: ${error.message}`),
  });
}

function mcpServer({ name, version, instructions, tools, log }: McpDoor): Server {
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {} },
      instructions,
      supportedProtocolVersions: [...legacyVersions],
      cacheHints: { "tools/list": HOUR_FOR_ALL, "server/discover": HOUR_FOR_ALL },
    },
  );
  const spoken = () => server.getNegotiatedProtocolVersion() ?? legacyVersions[0];

  server.setRequestHandler("tools/list", () => ({ tools: tools.map((tool) => listedTool(tool, spoken())) }));

  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const tool = tools.find((known) => known.name === params.name);
    if (tool === undefined) throw unknownTool(params.name, tools);
    const progressToken = mcpReq._meta?.progressToken;
    return callTool(tool, {
      args: params.arguments ?? {},
      version: spoken(),
      clientName: nameIn(mcpReq.envelope) ?? server.getClientVersion()?.name,
      signal: mcpReq.signal,
      sendProgress:
        progressToken === undefined
          ? undefined
          : (progress) => {
              mcpReq
                .notify({ method: "notifications/progress", params: { progressToken, ...progress } })
                .catch((error: unknown) => log(`protocol: progress was not sent: ${String(error)}`));
            },
      log,
    });
  });
  return server;
}

/** The client's name in the modern era, where every request brings it. */
function nameIn(envelope: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const client = envelope?.[CLIENT_INFO_META_KEY];
  return isObject(client) && typeof client.name === "string" ? client.name : undefined;
}

function unknownTool(name: string, tools: readonly ToolDefinition[]): ProtocolError {
  const { code, message } = rpcErrors.unknownTool(
    name,
    tools.map((tool) => tool.name),
  );
  return new ProtocolError(code, message);
}
