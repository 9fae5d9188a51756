import { setFlagsFromString } from "node:v8";

const words = process.argv.slice(2);
/** The MCP server as one file, made of `mcp-command.ts` by the build. */
const MCP_BUNDLE: string = "./mcp-bundle.js";

// The MCP server starts with every session of an application: it waits for nothing of the command line.
if (words[0] === "mcp") {
  // Rows on their way are young buffers: V8 would let 40 MB of them lie before it looked, and be no faster for it.
  setFlagsFromString("--semi-space-growth-factor=1");
  // One thread walks through a small heap sooner than several are woken.
  setFlagsFromString("--no-parallel-scavenge");
  // A session is some hundred short calls, and V8 would wait for thousands before it compiled. Later versions have a compiler for that.
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=8000");
  const { runMcp } = (await import(MCP_BUNDLE)) as typeof import("./mcp-command.ts");
  await runMcp(words.slice(1));
} else {
  const { runCommandLine } = await import("./command-line.ts");
  process.exitCode = await runCommandLine(words);
}
