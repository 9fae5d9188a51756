import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export const program = fileURLToPath(new URL("../packages/prilavok/bin/prilavok.js", import.meta.url));
export const floorProgram = fileURLToPath(new URL("floor-server.mjs", import.meta.url));

/** A connected SDK client of a server started with these arguments of node. */
export async function connect(...args) {
  return connectOver(StdioClientTransport, { args, env: { PRILAVOK_CONFIG_DIR: process.env.PRILAVOK_CONFIG_DIR } });
}

/** The same over a transport of this kind, with variables of the server's own; its standard error may be let go. */
export async function connectOver(Transport, { args, env, stderr = "inherit" }) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const command = process.execPath;
  const transport = new Transport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr });
  await client.connect(transport);
  return {
    pid: transport.pid,
    async call(name, params) {
      const answer = await client.callTool({ name, arguments: params }, { timeout: 900_000 });
      if (answer.isError) throw new Error(answer.content[0].text);
      return answer;
    },
    close: () => client.close(),
  };
}

export async function connectStore(store) {
  const client = await connect(program, "mcp", "--store", store);
  await client.call("session_connect", { topic: "bench" });
  return client;
}

/** The most memory a process has held so far and that of its children, in MiB, by name. */
export function peakMiB(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  return [own, ...children.flatMap((child) => peakMiB(Number(child)))];
}
