import { configFolder } from "../stores/fresh-store.ts";
import type { Door, DoorAnswer } from "./door.ts";
import { connectClient } from "./mcp-client.ts";

interface TextBlock {
  readonly type: string;
  readonly text?: string;
}

/** The real server as a process of its own, spoken to by the SDK's client. */
export async function openMcpStdio(storeFolder: string): Promise<Door> {
  return clientDoor(storeFolder, configFolder);
}

/** A server of its own on a store folder, under a user's settings. */
export async function clientDoor(folder: string, settings: Readonly<Record<string, string>>): Promise<Door> {
  const connect = () => connectClient(["--store", folder], settings);
  let client = await connect();
  return {
    folder,
    call: async (name, args = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 55_000 });
      return readAnswer(content as TextBlock[], isError === true);
    },
    restart: async () => {
      await client.close();
      client = await connect();
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
