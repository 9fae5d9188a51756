import { sessionRefusals, wallClock } from "@prilavok/protocol";
import type { Parameters } from "../session/check-parameters.ts";
import {
  applicationFolder,
  type Conversation,
  isOneWord,
  listConversations,
  removeConversation,
} from "../session/conversation-folder.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";

const PARAMETERS: Parameters = {
  topics: {
    schema: {
      type: "array",
      description: "Topics whose folders are removed for good; leave it out to list them",
      items: { type: "string" },
    },
    wrongKind: sessionRefusals.topicsNotAList,
  },
};

/** session_clear: lists this application's conversation folders, or removes the named ones. */
export const sessionClear: StoreTool = {
  name: "session_clear",
  title: "Conversation folders",
  description:
    "Lists this application's conversation folders in the store folder with their sizes, or with `topics` removes the named ones for good. It touches only files written for the agent, never the store. Call it without topics first; remove only what the person agreed to.",
  parameters: PARAMETERS,
  outputSchema: {
    type: "object",
    properties: {
      current: { type: "string", description: "The topic of this session" },
      topics: {
        type: "array",
        description: "Folders: topic, size in bytes, changed",
        items: { type: "object" },
      },
      size: { type: "integer", description: "Bytes of all of them" },
      removed: { type: "array", description: "Topics removed by this call", items: { type: "string" } },
      missing: { type: "array", description: "Topics that had no folder", items: { type: "string" } },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  work: async (session, values) => {
    const folder = applicationFolder(session.store.folder, session.app);
    if (values["topics"] === undefined)
      return { refused: false, data: listed(session, await listConversations(folder)) };
    const removed: string[] = [];
    const missing: string[] = [];
    const topics: string[] = [];
    for (const topic of values["topics"] as unknown[]) {
      if (typeof topic !== "string" || !isOneWord(topic)) {
        return refuse(sessionRefusals.topicsNotAWord(String(topic).slice(0, 100)));
      }
      topics.push(topic);
    }
    for (const topic of new Set(topics)) {
      ((await removeConversation(folder, topic)) ? removed : missing).push(topic);
    }
    return { refused: false, data: { removed, missing } };
  },
};

function listed(session: Session, conversations: readonly Conversation[]): Record<string, unknown> {
  const topics = conversations.map(({ topic, sizeBytes, changed }) => ({
    topic,
    size: sizeBytes,
    changed: wallClock(changed, session.timezone),
  }));
  return { current: session.topic, topics, size: topics.reduce((sum, { size }) => sum + size, 0) };
}
