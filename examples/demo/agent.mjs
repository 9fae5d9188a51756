import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const SHOWN = 700;

/** An agent of the demo: a real MCP client that talks to `prilavok mcp` and prints each call and its answer. */
export async function startAgent({ program, root, store, login }) {
  const client = new Client({ name: "demo-agent", version: "1.0.0" });
  const args = [program, "mcp", "--store", store, ...(login === undefined ? [] : ["--login", login])];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));

  const shorten = (text) => {
    const local = text.replaceAll(JSON.stringify(`${root}/`).slice(1, -1), "");
    return local.length > SHOWN ? `${local.slice(0, SHOWN)}… (${local.length} characters)` : local;
  };
  return {
    /** Calls a tool; the answer must be of the kind the story expects. */
    async call(tool, params, { refused = false, quiet = false } = {}) {
      console.log(`\n→ ${tool} ${shorten(JSON.stringify(params))}`);
      const answer = await client.callTool({ name: tool, arguments: params });
      const text = answer.content.map((block) => block.text).join("\n");
      if (Boolean(answer.isError) !== refused)
        throw new Error(`${tool} was to be ${refused ? "refused" : "carried out"}: ${text}`);
      console.log(`← ${refused ? "refused: " : ""}${quiet ? "done" : shorten(text)}`);
      return text.startsWith("{") ? JSON.parse(answer.content[0].text) : text;
    },
    close: () => client.close(),
  };
}

/** The rows of a .jsonl file. */
export function readRows(file) {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Prints the first rows of a .jsonl file as a table. */
export function showRows(file, { root, rows: count, columns }) {
  const rows = readRows(file);
  const shown = rows.slice(0, count);
  const widths = columns.map((name) => Math.max(name.length, ...shown.map((row) => String(row[name] ?? "").length)));
  const line = (cells) => `   ${cells.map((cell, at) => String(cell ?? "").padEnd(widths[at])).join("  ")}`.trimEnd();
  console.log(`\n   ${relative(root, file)}: ${rows.length} rows, the first ${shown.length}:`);
  console.log(line(columns));
  for (const row of shown) console.log(line(columns.map((name) => row[name])));
}
