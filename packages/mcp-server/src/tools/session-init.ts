import { checkParameters } from "../session/check-parameters.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import { inputSchema, refuse } from "../session/store-tool.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** session_init: which stores there are and which one a session would connect to; never asks a store. */
export function sessionInit(holder: SessionHolder): ToolDefinition {
  return {
    name: "session_init",
    title: "Stores on this computer",
    description:
      "Shows the stores this computer knows and the one session_connect would open. Call it first when you do not know whether a store is set up; it asks no store and changes nothing. Next: session_connect with a topic.",
    inputSchema: inputSchema({}),
    outputSchema: {
      type: "object",
      properties: {
        stores: {
          type: "array",
          description: "Known stores",
          items: { type: "object" },
        },
        store: { type: "string", description: "Folder session_connect will open; empty when there is none" },
        pinned: { type: "boolean", description: "The server works with this store only" },
        connect: { type: "boolean", description: "session_connect can be called now" },
        note: { type: "string", description: "What to do when there is nothing to connect to" },
      },
      required: ["stores", "store", "pinned", "connect"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (args) => {
      const checked = checkParameters("session_init", {}, args);
      if ("refusal" in checked) return refuse(checked.refusal);
      const { directory } = holder;
      const chosen = await directory.chosen();
      const connect = !("refusal" in chosen);
      const stores = (await directory.list()).map(({ name, folder }) => ({ name, folder }));
      const data = { stores, store: connect ? chosen.folder : "", pinned: directory.pinned, connect };
      return { refused: false, data, ...(connect ? {} : { text: chosen.refusal }) };
    },
  };
}
