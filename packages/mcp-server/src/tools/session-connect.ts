import { sessionNotes, sessionRefusals } from "@prilavok/protocol";
import { checkParameters, type Parameters } from "../session/check-parameters.ts";
import { applicationFolder, isOneWord, listConversations } from "../session/conversation-folder.ts";
import { findRules, misnamedRules, sessionRules } from "../session/rules.ts";
import type { Session } from "../session/session.ts";
import type { Connected, SessionHolder } from "../session/session-holder.ts";
import { inputSchema, refuse } from "../session/store-tool.ts";
import type { ObjectSchema, ToolDefinition } from "./tool-definition.ts";

const PARAMETERS: Parameters = {
  topic: {
    schema: {
      type: "string",
      description:
        "One word that names this conversation: Latin letters, digits, - and _, 64 at most. The same word finds the same files again.",
    },
    wrongKind: sessionRefusals.topicRequired,
  },
};

const OUTPUT: ObjectSchema = {
  type: "object",
  properties: {
    store: { type: "object", description: "Name, url, folder and whether the server is pinned to it" },
    user: { type: "object", description: "Whose rights the session has: id, login, name" },
    groups: { type: "array", description: "The person's groups", items: { type: "object" } },
    folder: { type: "string", description: "Conversation folder, where row files land" },
    engine: { type: "object", description: "Database: kind (the SQL dialect to write), version, nick" },
    build: { type: "string", description: "Version of this server" },
    core: { type: "string", description: "Version of the store's engine" },
    cache: { type: "object", description: "Conversations on disk: topics, size in bytes" },
    granted: { type: "array", description: "Tools this person may call", items: { type: "string" } },
    note: { type: "string", description: "Warnings and the store's rules for agents" },
  },
  required: ["store", "user", "folder", "engine", "granted"],
};

/** A tool's name and the right it stands on; without one it needs none. */
export type ToolRight = readonly [tool: string, right: string | undefined];

/** session_connect: opens a session in the store; connecting again reads the rights anew. */
export function sessionConnect(holder: SessionHolder, build: string, toolRights: readonly ToolRight[]): ToolDefinition {
  return {
    name: "session_connect",
    title: "Open a session",
    description:
      "Opens a session in the store under the rights of the person at the keyboard. Call it once before every tool but session_init, and again after the owner changed rights. `engine` tells the SQL dialect, `granted` the tools this person may call. Next: tool_list for the store's own commands, engine_db_tables for its tables.",
    inputSchema: inputSchema(PARAMETERS, ["topic"]),
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (args, context) => {
      const checked = checkParameters("session_connect", PARAMETERS, args);
      if ("refusal" in checked) return refuse(checked.refusal);
      const topic = checked.values["topic"];
      if (typeof topic !== "string" || topic === "") return refuse(sessionRefusals.topicRequired);
      if (!isOneWord(topic)) return refuse(sessionRefusals.topicNotOneWord(topic.slice(0, 100)));
      const connected = await holder.connect(topic, context.clientName, context.signal);
      if ("refusal" in connected) return refuse(connected.refusal);
      const { session } = connected;
      const data = await sessionData(connected, holder.directory.pinned, build, toolRights);
      const text = sessionNote(session, toolRights);
      return { refused: false, data, ...(text === "" ? {} : { text }) };
    },
  };
}

async function sessionData(
  { session, data }: Exclude<Connected, { refusal: string }>,
  pinned: boolean,
  build: string,
  toolRights: readonly ToolRight[],
): Promise<Record<string, unknown>> {
  const conversations = await listConversations(applicationFolder(session.store.folder, session.app));
  return {
    store: { ...data.store, folder: session.store.folder, pinned },
    user: data.user,
    groups: data.groups,
    folder: session.folder,
    engine: data.engine,
    build,
    core: data.core,
    cache: { topics: conversations.length, size: conversations.reduce((sum, each) => sum + each.sizeBytes, 0) },
    memory: data.memory,
    tools: data.tools,
    granted: toolRights.filter(([, right]) => right === undefined || session.rights.has(right)).map(([tool]) => tool),
  };
}

function sessionNote(session: Session, toolRights: readonly ToolRight[]): string {
  const tools = toolRights.map(([tool]) => tool);
  const withRules = tools.filter((tool) => findRules(session, tool) !== undefined);
  const misnamed = misnamedRules(session.rules, tools);
  const warnings = [
    ...(withRules.length === 0 ? [] : [sessionNotes.withRules(withRules)]),
    ...(misnamed.length === 0 ? [] : [sessionNotes.misnamedRules(misnamed)]),
  ];
  return [...warnings, sessionRules(session.rules)].filter((text) => text !== undefined).join("\n\n");
}
