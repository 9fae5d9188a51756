import type { Command } from "commander";

/** `mcp` as the help shows it; the program starts it before it reads the other commands. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("the MCP server over standard input and output, for an agent application to start")
    .option("--store <dir>", "serve this store and no other")
    .option("--topic <word>", "connect by itself, with this conversation topic")
    .option("--login <login>", "the person of an embedded store, instead of the one store.json names");
}
