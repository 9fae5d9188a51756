import { openCore } from "@prilavok/engine";
import { allTools, SessionHolder, type StoreDirectory, type ToolAnswer } from "@prilavok/mcp-server";
import type { CoreCall } from "@prilavok/protocol";
import { CLIENT_NAME, type Door, type DoorAnswer } from "./door.ts";

/**
 * The tools of the MCP server called as functions, with Core in this process: no protocol, no process between.
 * `onCall` sees every call on its way to Core.
 */
export async function openInProcess(storeFolder: string, onCall?: (call: CoreCall) => void): Promise<Door> {
  const holder = new SessionHolder(embeddedDirectory(storeFolder, onCall), undefined);
  const tools = new Map(allTools(holder, "contract").map((tool) => [tool.name, tool]));
  return {
    call: async (name, args = {}) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`no such MCP tool: ${name}`);
      const { signal } = new AbortController();
      return readAnswer(await tool.run(args, { signal, clientName: CLIENT_NAME, progress: () => undefined }));
    },
    close: () => holder.close(),
  };
}

function embeddedDirectory(folder: string, onCall?: (call: CoreCall) => void): StoreDirectory {
  const store = { name: "contract", folder };
  return {
    pinned: true,
    list: async () => [store],
    chosen: async () => store,
    fence: async () => ({ read: undefined, write: undefined, closed: [] }),
    open: async () => {
      const core = await openCore(folder, (line) => process.stderr.write(`${line}\n`));
      if ("refusal" in core) return core;
      return {
        carrier: {
          call: (call, signal, files) => {
            onCall?.(call);
            return core.call(call, core.settings.login, signal, files);
          },
          download: (file) => core.download(file, core.settings.login),
          close: () => core.close(),
        },
      };
    },
  };
}

function readAnswer({ refused, data, dataText, text = "" }: ToolAnswer): DoorAnswer {
  const json = dataText ?? (data && JSON.stringify(data));
  return json === undefined ? { isError: refused, text } : { isError: refused, data: JSON.parse(json), text };
}
