import { join } from "node:path";
import { attachmentRefusals, callRefusals } from "@prilavok/protocol";
import { BrokenDownload, isVersion, writeDownload } from "../local/downloaded-file.ts";
import { fileErrorReason } from "../local/file-error-reason.ts";
import { storeFilePath } from "../local/store-file-path.ts";
import { fitAnswer } from "../rows/fit-answer.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";
import type { ToolContext } from "./tool-definition.ts";

/** A file as Core lists it; `changed` is null where its bytes are not on the store's disk. */
interface ListedFile {
  readonly entity: string;
  readonly id: number | string;
  readonly elem_id: number | string;
  readonly kind_key: string;
  readonly real_name: string;
  readonly pos: number;
  readonly size: number;
  readonly path: string;
  readonly changed: number | null;
}

type Loaded = { readonly state: "ok" | "missing" | "skipped" } | { readonly refusal: string };

const COLUMNS = ["entity", "id", "elem_id", "kind_key", "real_name", "pos", "size", "path"] as const;
const EXAMPLE = '{"entity": "store", "elem_id": 1532}';
/** Downloads at once. */
const LANES = 4;

/** engine_files_load: files of elements onto this computer, in the folders they have on the server. */
export const engineFilesLoad: StoreTool = {
  name: "engine_files_load",
  title: "Load files of elements",
  description:
    "Brings files of the store's elements (photos, documents of goods, sections, brands) onto this computer, into files/ of the store folder: one file by its id, or all files of an element. `path` is where each is from `folder`; `state` says ok, skipped (it was here already, unchanged) or missing (the store has lost the bytes). Read the files from the disk.",
  right: "AGENT_ENGINE_FILES_LOAD",
  parameters: {
    files: {
      schema: {
        type: "array",
        description: "Files by id, or all files of an element by elem_id",
        items: {
          type: "object",
          properties: {
            entity: { type: "string", description: "What they belong to: store (goods), topic, brand, info, …" },
            id: { type: "integer", description: "Id of one file in files_<entity>, or its digits as a string" },
            elem_id: { type: "integer", description: "Instead of id: the element whose files are loaded" },
          },
          required: ["entity"],
        },
      },
      wrongKind: attachmentRefusals.filesRequired(EXAMPLE),
    },
  },
  required: ["files"],
  outputSchema: {
    type: "object",
    properties: {
      folder: { type: "string", description: "What paths start from: the store folder" },
      total: { type: "integer", description: "Files asked for" },
      sent: { type: "integer", description: "How many of them travelled now" },
      files: {
        type: "object",
        description: "columns and rows: entity, id, elem_id, kind_key, real_name, pos, size, path, state",
      },
    },
    required: ["folder", "total", "sent", "files"],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const { files: wishes } = values as { files?: unknown[] };
    if (wishes === undefined || wishes.length === 0) return refuse(attachmentRefusals.filesRequired(EXAMPLE));
    const answer = await askCore(session, "engine_files_load", { files: wishes }, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    const listed = answer.data["files"] as ListedFile[];
    const loaded = await loadAll(session, listed, context);
    if ("refusal" in loaded) return refuse(loaded.refusal);
    const rows = listed.map((file, index) => [...COLUMNS.map((column) => file[column]), loaded.states[index]]);
    const data = {
      folder: session.store.folder,
      total: listed.length,
      sent: loaded.states.filter((state) => state === "ok").length,
      files: { columns: [...COLUMNS, "state"], rows },
    };
    return { refused: false, data: await fitAnswer(session, "engine_files_load", data) };
  },
};

/** Loads a few at a time and stops at the first that does not come; what came stays. */
async function loadAll(
  session: Session,
  listed: readonly ListedFile[],
  context: ToolContext,
): Promise<{ readonly states: readonly string[] } | { readonly refusal: string }> {
  const states: string[] = [];
  const queue = listed.entries();
  let done = 0;
  let refusal: string | undefined;
  const lane = async (): Promise<void> => {
    for (const [index, file] of queue) {
      if (refusal !== undefined) return;
      const loaded = await loadOne(session, file, context.signal);
      if ("refusal" in loaded) {
        refusal ??= loaded.refusal;
        return;
      }
      states[index] = loaded.state;
      done += 1;
      context.progress(done, listed.length, `${done} of ${listed.length} files`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (refusal === undefined) return { states };
  return { refusal: attachmentRefusals.notLoaded(done, listed.length, refusal) };
}

async function loadOne({ store, carrier }: Session, file: ListedFile, signal: AbortSignal): Promise<Loaded> {
  if (file.changed === null) return { state: "missing" };
  const version = { sizeBytes: file.size, changedMs: file.changed };
  try {
    const path = await storeFilePath(store.folder, file.path);
    if (path === undefined) return { refusal: attachmentRefusals.outsidePath };
    if (await isVersion(path, version)) return { state: "skipped" };
    const download = await carrier
      .download({ entity: file.entity, id: String(file.id) }, signal)
      .catch((cause: unknown) => Promise.reject(new BrokenDownload("a download did not begin", { cause })));
    if ("refusal" in download) return download;
    await writeDownload(join(store.folder, "files"), path, download.bytes, version);
    return { state: "ok" };
  } catch (error) {
    if (signal.aborted) return { refusal: callRefusals.cancelled };
    if (error instanceof BrokenDownload) {
      return { refusal: attachmentRefusals.downloadBroke(file.entity, String(file.id)) };
    }
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    return { refusal: attachmentRefusals.noRoom(fileErrorReason(error)) };
  }
}
