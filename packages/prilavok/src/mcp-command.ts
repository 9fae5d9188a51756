import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { allTools, SessionHolder, serveMcp } from "@prilavok/mcp-server";
import { serverLog } from "./mcp/server-log.ts";
import { storeDirectory } from "./mcp/store-directory.ts";

const INSTRUCTIONS = `Prilavok puts you to work in a shop under the rights of the person at the keyboard. Begin with session_connect (topic: one word for this conversation); session_init tells which store that is. The store's own commands: tool_list, then tool_run for one or tool_pool for many in one call. Reading the database: engine_db_tables, then engine_db_select. Rows land in .jsonl files of the conversation folder: read those instead of calling again. A refusal says in words what is wrong and what to do next.`;
/** What the store's processes get to end by themselves before this one ends and takes them along. */
const CLOSING_MS = 300;
const USAGE = "usage: prilavok mcp [--store <folder>] [--topic <word>] [--login <login>]\n";

/** `prilavok mcp`: the MCP server over standard input and output, until the input ends. */
export async function runMcp(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  if (options === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const log = serverLog();
  const holder = new SessionHolder(
    storeDirectory({ pinnedFolder: options.store, login: options.login, log }),
    options.topic,
  );
  const version = ownVersion();
  serveMcp({
    name: "prilavok",
    version,
    instructions: INSTRUCTIONS,
    tools: allTools(holder, version),
    input: process.stdin,
    output: process.stdout,
    log,
    onEnd: () => {
      setTimeout(() => process.exit(), CLOSING_MS);
      void holder.close().finally(() => process.exit());
    },
  });
}

function readOptions(argv: readonly string[]): { store?: string; topic?: string; login?: string } | undefined {
  try {
    const text = { type: "string" } as const;
    return parseArgs({ args: [...argv], options: { store: text, topic: text, login: text } }).values;
  } catch {
    return undefined;
  }
}

function ownVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
