import type { SessionHolder } from "../session/session-holder.ts";
import { type StoreTool, storeTool } from "../session/store-tool.ts";
import { engineDbExecute } from "./engine-db-execute.ts";
import { engineDbLocks } from "./engine-db-locks.ts";
import { engineDbSelect } from "./engine-db-select.ts";
import { engineDbTables } from "./engine-db-tables.ts";
import { engineDbUnlocks } from "./engine-db-unlocks.ts";
import { engineFilesAdd } from "./engine-files-add.ts";
import { engineFilesLoad } from "./engine-files-load.ts";
import { engineFilesRemove } from "./engine-files-remove.ts";
import { sessionClear } from "./session-clear.ts";
import { sessionConnect, type ToolRight } from "./session-connect.ts";
import { sessionInit } from "./session-init.ts";
import { sessionRulesAccept } from "./session-rules-accept.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { toolExport } from "./tool-export.ts";
import { toolList } from "./tool-list.ts";
import { toolPool } from "./tool-pool.ts";
import { toolRun } from "./tool-run.ts";

const STORE_TOOLS: readonly StoreTool[] = [
  sessionClear,
  toolList,
  toolRun,
  toolPool,
  toolExport,
  engineDbTables,
  engineDbSelect,
  engineDbExecute,
  engineDbLocks,
  engineDbUnlocks,
  engineFilesAdd,
  engineFilesLoad,
  engineFilesRemove,
];
const SESSION_TOOLS = ["session_init", "session_connect", "session_rules_accept"];

/** Every tool of the server in its fixed order, whatever the rights: the rights refuse. */
export function allTools(holder: SessionHolder, build: string): readonly ToolDefinition[] {
  const rights: readonly ToolRight[] = [
    ...SESSION_TOOLS.map((name): ToolRight => [name, undefined]),
    ...STORE_TOOLS.map((tool): ToolRight => [tool.name, tool.right]),
  ];
  return [
    sessionInit(holder),
    sessionConnect(holder, build, rights),
    sessionRulesAccept(
      holder,
      rights.map(([name]) => name),
    ),
    ...STORE_TOOLS.map((tool) => storeTool(tool, holder)),
  ];
}
