import { attachmentRefusals } from "@prilavok/protocol";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

const EXAMPLE = '{"entity": "store", "id": 841}';

/** engine_files_remove: files of elements go out of the store; what stands on its disk is left to the audit. */
export const engineFilesRemove: StoreTool = {
  name: "engine_files_remove",
  title: "Remove files of elements",
  description:
    "Takes files off the elements they belong to, all of the list or none: the shop shows them no more. The bytes stay on the store's disk until its owner clears them (`prilavok files audit`), but nothing here brings a file back. Ids come from engine_files_load or from files_<entity> by engine_db_select.",
  right: "AGENT_ENGINE_FILES_REMOVE",
  parameters: {
    files: {
      schema: {
        type: "array",
        description: "The files by their ids",
        items: {
          type: "object",
          properties: {
            entity: { type: "string", description: "What the file belongs to: store (goods), topic, brand, info, …" },
            id: { type: "integer", description: "Id of the file in files_<entity>, or its digits as a string" },
          },
          required: ["entity", "id"],
        },
      },
      wrongKind: attachmentRefusals.filesRequired(EXAMPLE),
    },
  },
  required: ["files"],
  outputSchema: {
    type: "object",
    properties: { removed: { type: "integer", description: "How many files went" } },
    required: ["removed"],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  work: async (session, values, context) => {
    const { files } = values as { files?: unknown[] };
    if (files === undefined || files.length === 0) return refuse(attachmentRefusals.filesRequired(EXAMPLE));
    const answer = await askCore(session, "engine_files_remove", { files }, context.signal);
    return "refusal" in answer ? refuse(answer.refusal) : { refused: false, data: answer.data };
  },
};
