import type { Client } from "@modelcontextprotocol/client";
import type { Door, DoorAnswer } from "./door.ts";
import { connectClient } from "./mcp-client.ts";

interface TextBlock {
  readonly type: string;
  readonly text?: string;
}

/** The real server as a process of its own, spoken to by the SDK's client. */
export async function openMcpStdio(storeFolder: string): Promise<Door> {
  return clientDoor(await connectClient(["--store", storeFolder]), storeFolder);
}

/** A server that the SDK's client is connected to; `folder` is its store folder. */
export function clientDoor(client: Client, folder: string): Door {
  return {
    folder,
    call: async (name, args = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 55_000 });
      return readAnswer(content as TextBlock[], isError === true);
    },
    close: () => client.close(),
  };
}

/** Takes the blocks apart: the data is the first one that is a JSON object, the words are the other one. */
function readAnswer(content: readonly TextBlock[], isError: boolean): DoorAnswer {
  const texts = content.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const [first = ""] = texts;
  if (!first.startsWith("{")) return { isError, text: texts.join("\n") };
  return { isError, data: JSON.parse(first), text: texts.slice(1).join("\n") };
}
