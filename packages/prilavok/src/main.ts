const words = process.argv.slice(2);

// The MCP server starts with every session of an application: it waits for nothing of the command line.
if (words[0] === "mcp") {
  const { runMcp } = await import("./mcp-command.ts");
  await runMcp(words.slice(1));
} else {
  const { runCommandLine } = await import("./command-line.ts");
  process.exitCode = await runCommandLine(words);
}
