import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { configFolder, PRILAVOK } from "../stores/fresh-store.ts";
import { CLIENT_NAME } from "./door.ts";

/** Connects the SDK's client to `prilavok mcp` with these words behind it. */
export async function connectClient(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = configFolder,
): Promise<Client> {
  const client = new Client({ name: CLIENT_NAME, version: "1.0.0" });
  const args = [PRILAVOK, "mcp", ...words];
  const env = { ...getDefaultEnvironment(), ...settings };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" }));
  return client;
}
