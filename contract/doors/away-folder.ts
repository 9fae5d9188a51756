import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCore } from "@prilavok/engine";
import { allTools, SessionHolder, type StoreCarrier, type ToolAnswer } from "@prilavok/mcp-server";
import { CLIENT_NAME } from "./door.ts";

/** A store folder that is not the store's own directory, as with a served store; the tools are called as functions. */
export class AwayFolder {
  readonly folder = mkdtempSync(join(tmpdir(), "prilavok-away-"));
  readonly #holder: SessionHolder;

  /** `tamper` stands between the tools and the store's carrier. */
  constructor(storeDir: string, tamper: (carrier: StoreCarrier) => StoreCarrier = (carrier) => carrier) {
    const store = { name: "away", folder: this.folder };
    this.#holder = new SessionHolder(
      {
        pinned: true,
        list: async () => [store],
        chosen: async () => store,
        fence: async () => ({ read: undefined, write: undefined, closed: [] }),
        open: async () => {
          const core = await openCore(storeDir, (line) => process.stderr.write(`${line}\n`));
          if ("refusal" in core) return core;
          const carrier: StoreCarrier = {
            call: (call, signal, files) => core.call(call, "admin", signal, files),
            download: (file) => core.download(file, "admin"),
            close: () => core.close(),
          };
          return { carrier: tamper(carrier) };
        },
      },
      "t",
    );
  }

  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal = new AbortController().signal,
  ): Promise<ToolAnswer> {
    const tool = allTools(this.#holder, "contract").find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no such MCP tool: ${name}`);
    return tool.run(args, { signal, clientName: CLIENT_NAME, progress: () => undefined });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#holder.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
