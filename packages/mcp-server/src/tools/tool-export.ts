import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { localFileRefusals, wallClock } from "@prilavok/protocol";
import { fencedPath } from "../local/fenced-path.ts";
import { fileErrorReason } from "../local/file-error-reason.ts";
import { partPath, sweepParts } from "../local/part-file.ts";
import { outputProblem } from "../rows/step-rows.ts";
import type { Session } from "../session/session.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { askCore } from "./ask-core.ts";

/** An index longer than this stands in the archive alone. */
const MAX_INDEX_CHARACTERS = 60_000;

/** tool_export: the AI tools of the store in one archive on this computer. */
export const toolExport: StoreTool = {
  name: "tool_export",
  title: "Export the AI tools",
  description:
    "Packs the store's AI tools into a .zip on this computer: index.json with the tree and a SHA-256 of every file, tools/<unit>.json for each tool, units/ with the modules and what they import. Grants do not go in. It changes nothing in the store. To see what a tool takes, call tool_list instead.",
  right: "AGENT_TOOL_EXPORT",
  parameters: {
    output: {
      schema: {
        type: "string",
        description: "Where to write: a path on this computer; <store>-tools-<date>.zip in the store folder without it",
      },
    },
  },
  outputSchema: {
    type: "object",
    properties: {
      file: { type: "string", description: "The archive" },
      bytes: { type: "integer", description: "Its size" },
      index: { type: "object", description: "What stands in its index.json: store, made, tree, files" },
    },
    required: ["file", "bytes", "index"],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  work: async (session, values, context) => {
    const { output } = values as { output?: string };
    const named = output === undefined || output === "" ? undefined : output;
    const fenced = await fencedPath(session.local, named ?? defaultName(session), "write");
    if ("refusal" in fenced) return refuse(fenced.refusal);
    const problem = await outputProblem(fenced.path);
    if (problem !== undefined) return refuse(localFileRefusals.cannotWrite(named ?? fenced.path, problem));
    const answer = await askCore(session, "tool_export", {}, context.signal);
    if ("refusal" in answer) return refuse(answer.refusal);
    const zip = Buffer.from(String(answer.data["zip"]), "base64");
    await sweepParts(dirname(fenced.path), "shared");
    try {
      await writeWhole(fenced.path, zip);
    } catch (error) {
      return refuse(localFileRefusals.cannotWrite(named ?? fenced.path, fileErrorReason(error)));
    }
    return { refused: false, data: { file: fenced.path, bytes: zip.length, index: fitIndex(answer.data["index"]) } };
  },
};

function defaultName({ store, timezone }: Session): string {
  const name = store.name.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "_").slice(0, 60);
  return `${name}-tools-${wallClock(new Date(), timezone).slice(0, 10)}.zip`;
}

/** Beside its place, then renamed: nobody sees half an archive. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = partPath(dirname(path));
  try {
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

function fitIndex(index: unknown): unknown {
  if (JSON.stringify(index).length <= MAX_INDEX_CHARACTERS) return index;
  const { tree: _tree, files, ...rest } = index as { tree?: unknown; files?: object };
  return { ...rest, files: { "index.json": `all ${Object.keys(files ?? {}).length} files stand there` } };
}
