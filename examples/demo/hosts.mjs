/** What to paste into the agent applications to do the same by hand. */
export function hostConfigurations({ node, program, store }) {
  const args = [program, "mcp", "--store", store];
  const json = JSON.stringify({ mcpServers: { prilavok: { command: node, args } } }, undefined, 2);
  const toml = ["[mcp_servers.prilavok]", `command = ${JSON.stringify(node)}`, `args = ${JSON.stringify(args)}`].join(
    "\n",
  );
  const quoted = [node, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `"${word}"`)).join(" ");
  return [
    ["Claude Code, in a terminal:", `claude mcp add prilavok -- ${quoted}`],
    ["Codex, in ~/.codex/config.toml:", toml],
    ["Cursor, in ~/.cursor/mcp.json:", json],
  ];
}
