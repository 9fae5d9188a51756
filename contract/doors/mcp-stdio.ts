import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { configFolder, PRILAVOK } from "../stores/fresh-store.ts";
import { CLIENT_NAME, type Door, type DoorAnswer } from "./door.ts";

interface TextBlock {
  readonly type: string;
  readonly text?: string;
}

/** The real server as a process of its own, spoken to by the SDK's client. */
export async function openMcpStdio(storeFolder: string): Promise<Door> {
  const client = new Client({ name: CLIENT_NAME, version: "1.0.0" });
  const args = [PRILAVOK, "mcp", "--store", storeFolder];
  const env = { ...getDefaultEnvironment(), ...configFolder };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" }));
  return {
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
