import { randomUUID } from "node:crypto";
import { openCore } from "@prilavok/engine";
import { serveHttp } from "@prilavok/engine/http";
import { createHttpCarrier } from "@prilavok/mcp-server/carrier-http";
import type { Door } from "./door.ts";
import { openTools } from "./tools-door.ts";

/** The tools of the MCP server called as functions, with HTTP between them and Core. */
export async function openHttp(storeFolder: string): Promise<Door> {
  return openTools(storeFolder, async () => {
    const log = (line: string) => process.stderr.write(`${line}\n`);
    const core = await openCore(storeFolder, log);
    if ("refusal" in core) return core;
    const { limits, login } = core.settings;
    const token = randomUUID();
    const identify = async (given: string) => (given === token ? { login } : ({ status: 401 } as const));
    const service = await serveHttp(
      { core, identify, version: "contract", limits, log },
      { host: "127.0.0.1", port: 0 },
    );
    const carrier = createHttpCarrier({ url: service.url, readToken: async () => token, log });
    const close = async () => {
      await carrier.close();
      await service.close(0);
      await core.close();
    };
    return { carrier: { ...carrier, close } };
  });
}
