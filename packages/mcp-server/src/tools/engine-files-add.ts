import { attachmentRefusals, checkKeys } from "@prilavok/protocol";
import { type OutgoingEntry, OutgoingFiles } from "../local/outgoing-files.ts";
import { fitAnswer } from "../rows/fit-answer.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";
import { kilobytesOf } from "./read-attachments.ts";
import { readOutgoingEntries } from "./read-outgoing-entries.ts";

/** More files than this make no batch, however small they are. */
const BATCH_FILES = 500;
const EXAMPLE = '{"file": "photos/front.jpg", "entity": "store", "elem_id": 1532}';
const KEYS = ["file", "entity", "elem_id", "kind_key", "real_name"];

/** Core's answer to a batch: names of columns once, then the values. */
interface AddedFiles {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** engine_files_add: files of this computer become files of goods, sections, brands. */
export const engineFilesAdd: StoreTool = {
  name: "engine_files_add",
  title: "Add files to elements",
  description:
    "Hangs files of this computer (photos, documents) on elements of the store: goods, sections, brands, attributes. They go to the end of the element's list, as they are: no picture is made smaller, which a command of an AI tool may do (tool_list). Paths are enough, never put a file's bytes into a message. A long list goes in batches; a refusal after some of them says what was added.",
  right: "AGENT_ENGINE_FILES_ADD",
  parameters: {
    files: {
      schema: {
        type: "array",
        description: "The files and where they belong",
        items: {
          type: "object",
          properties: {
            file: { type: "string", description: "Path on this computer, absolute or from the store folder" },
            entity: { type: "string", description: "What it belongs to: store (goods), topic, brand, info, …" },
            elem_id: { type: "integer", description: "Id of that element, or its digits as a string" },
            kind_key: { type: "string", description: "Kind of file, kBase without it" },
            real_name: { type: "string", description: "Name for people, the file's own without it" },
          },
          required: ["file", "entity", "elem_id"],
        },
      },
      wrongKind: attachmentRefusals.filesRequired(EXAMPLE),
    },
  },
  required: ["files"],
  outputSchema: {
    type: "object",
    properties: {
      files: {
        type: "object",
        description: "columns and rows: entity, elem_id, id, kind_key, real_name, path, size, pos",
      },
    },
    required: ["files"],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  work: async (session, values, context) => {
    const { files: list } = values as { files?: unknown[] };
    if (list === undefined || list.length === 0) return refuse(attachmentRefusals.filesRequired(EXAMPLE));
    const entries = await readOutgoingEntries(session.local, list);
    if ("refusal" in entries) return refuse(entries.refusal);
    const unknown = entries.map(({ about }) => checkKeys(about, KEYS)).find((refusal) => refusal !== undefined);
    if (unknown !== undefined) return refuse(unknown);

    let added: AddedFiles = { columns: [], rows: [] };
    for (const batch of batchesOf(entries, session.filesKb)) {
      const files = new OutgoingFiles(batch);
      const answer = await askCore(session, "engine_files_add", { files: files.entries }, context.signal, files);
      if ("refusal" in answer) return refuse(addedBefore(added, answer.refusal));
      const { columns, rows } = answer.data["files"] as AddedFiles;
      added = { columns, rows: [...added.rows, ...rows] };
      context.progress(added.rows.length, entries.length, `${added.rows.length} of ${entries.length} files`);
    }
    return { refused: false, data: await fitAnswer(session, "engine_files_add", { files: added }) };
  },
};

/** Entries in their order, as many together as the store's limit takes; one file may be over it alone. */
function batchesOf(entries: readonly OutgoingEntry[], limitKb: number): OutgoingEntry[][] {
  const batches: OutgoingEntry[][] = [];
  let batch: OutgoingEntry[] = [];
  let batchKb = 0;
  for (const entry of entries) {
    const kilobytes = kilobytesOf([entry]);
    if (batch.length === 0 || batch.length === BATCH_FILES || batchKb + kilobytes > limitKb) {
      batch = [];
      batchKb = 0;
      batches.push(batch);
    }
    batch.push(entry);
    batchKb += kilobytes;
  }
  return batches;
}

function addedBefore({ columns, rows }: AddedFiles, refusal: string): string {
  if (rows.length === 0) return refusal;
  const shown = rows.map((row) => {
    const value = (column: string) => String(row[columns.indexOf(column)]);
    return `${value("entity")} ${value("elem_id")} id ${value("id")} [${value("real_name")}]`;
  });
  return attachmentRefusals.addedBefore(shown, refusal);
}
