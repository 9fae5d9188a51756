import { openCore } from "@prilavok/engine/core";
import type { OpenStore } from "@prilavok/mcp-server";

/** The carrier of an embedded store: Core in this process, called as a function, for the person the store is opened as. */
export async function openEmbeddedStore(
  folder: string,
  login: string | undefined,
  log: (line: string) => void,
): Promise<OpenStore | { readonly refusal: string }> {
  const core = await openCore(folder, log);
  if ("refusal" in core) return core;
  const person = login ?? core.settings.login;
  return {
    carrier: {
      call: (call, signal, files) => core.call(call, person, signal, files),
      download: (file) => core.download(file, person),
      close: () => core.close(),
    },
  };
}
