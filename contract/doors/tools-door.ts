import { allTools, type OpenStore, SessionHolder, type StoreDirectory, type ToolAnswer } from "@prilavok/mcp-server";
import { CLIENT_NAME, type Door, type DoorAnswer } from "./door.ts";

/** The tools of the MCP server called as functions, on the store of a folder that `open` opens. */
export function openTools(folder: string, open: () => Promise<OpenStore | { readonly refusal: string }>): Door {
  const store = { name: "contract", folder };
  const directory: StoreDirectory = {
    pinned: true,
    list: async () => [store],
    chosen: async () => store,
    fence: async () => ({ read: undefined, write: undefined, closed: [] }),
    open,
  };
  let holder = new SessionHolder(directory, undefined);
  return {
    folder,
    call: async (name, args = {}) => {
      const tool = allTools(holder, "contract").find((each) => each.name === name);
      if (tool === undefined) throw new Error(`no such MCP tool: ${name}`);
      const { signal } = new AbortController();
      return readAnswer(await tool.run(args, { signal, clientName: CLIENT_NAME, progress: () => undefined }));
    },
    restart: async () => {
      await holder.close();
      holder = new SessionHolder(directory, undefined);
    },
    close: () => holder.close(),
  };
}

function readAnswer({ refused, data, dataText, text = "" }: ToolAnswer): DoorAnswer {
  const json = dataText ?? (data && JSON.stringify(data));
  return json === undefined ? { isError: refused, text } : { isError: refused, data: JSON.parse(json), text };
}
