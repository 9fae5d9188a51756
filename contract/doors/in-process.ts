import { openCore } from "@prilavok/engine";
import type { CoreCall } from "@prilavok/protocol";
import type { Door } from "./door.ts";
import { openTools } from "./tools-door.ts";

/**
 * The tools of the MCP server called as functions, with Core in this process: no protocol, no process between.
 * `onCall` sees every call on its way to Core.
 */
export async function openInProcess(storeFolder: string, onCall?: (call: CoreCall) => void): Promise<Door> {
  return openTools(storeFolder, async () => {
    const core = await openCore(storeFolder, (line) => process.stderr.write(`${line}\n`));
    if ("refusal" in core) return core;
    const { login } = core.settings;
    return {
      carrier: {
        call: (call, signal, files) => {
          onCall?.(call);
          return core.call(call, login, signal, files);
        },
        download: (file) => core.download(file, login),
        close: () => core.close(),
      },
    };
  });
}
