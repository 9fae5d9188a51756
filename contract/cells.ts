import type { OpenDoor } from "./doors/door.ts";
import { openHttp } from "./doors/http.ts";
import { openInProcess } from "./doors/in-process.ts";
import { openMcpHttp } from "./doors/mcp-http.ts";
import { openMcpStdio } from "./doors/mcp-stdio.ts";
import type { StoreEngine } from "./stores/fresh-store.ts";
import { serverEngine } from "./stores/mariadb-store-database.ts";

/** One way a case is run: through a door, on a database. */
export interface Cell {
  readonly name: string;
  readonly engine: StoreEngine;
  readonly open: OpenDoor;
}

const server = serverEngine === "mysql" ? "MySQL" : "MariaDB";

/** Every case runs in each of them; a new door or database is a line here. */
export const cells: readonly Cell[] = [
  { name: "in process, SQLite", engine: "sqlite", open: (folder) => openInProcess(folder) },
  { name: "HTTP, SQLite", engine: "sqlite", open: openHttp },
  { name: "MCP over stdio, SQLite", engine: "sqlite", open: openMcpStdio },
  { name: "MCP over stdio and HTTP, SQLite", engine: "sqlite", open: openMcpHttp },
  { name: `in process, ${server}`, engine: serverEngine, open: (folder) => openInProcess(folder) },
  { name: `MCP over stdio and HTTP, ${server}`, engine: serverEngine, open: openMcpHttp },
];
