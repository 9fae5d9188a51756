import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import Sqlite from "better-sqlite3";

/** The floor: a bare SDK server whose one tool answers one SQLite query, in one process. */
const db = new Sqlite(process.argv[2], { readonly: true });
serveStdio(() => {
  const server = new Server({ name: "floor", version: "1.0.0" }, { capabilities: { tools: {} } });
  const tool = {
    name: "query",
    description: "Answers a query",
    inputSchema: { type: "object", properties: { sql: { type: "string", description: "The query" } } },
  };
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify(db.prepare(params.arguments.sql).all()) }],
  }));
  return server;
});
