import { callRefusals } from "@prilavok/protocol";
import { fitDetail } from "../rows/fit-answer.ts";
import type { Parameters } from "../session/check-parameters.ts";
import { refuse, type StoreTool } from "../session/store-tool.ts";
import { readAttachments } from "./read-attachments.ts";
import { readCommandFields } from "./read-command-fields.ts";
import { runCommand } from "./run-command.ts";
import type { ObjectSchema } from "./tool-definition.ts";

const PARAMETERS: Parameters = {
  unit: { schema: { type: "string", description: "The tool's address from tool_list, any case" } },
  command: { schema: { type: "string", description: "The command's name, any case" } },
  params: {
    schema: { type: "object", description: "The command's fields as tool_list unit=… shows them" },
    wrongKind: callRefusals.paramsNotObject,
  },
  params_source: {
    schema: {
      type: "string",
      description:
        "Instead of params: a JSON file on this computer with the same object, absolute or from the store folder",
    },
  },
  files: {
    schema: {
      type: "array",
      description: "Attachments of the command: files of this computer that become files of goods, sections, brands, …",
      items: {
        type: "object",
        properties: {
          file: { type: "string", description: "Path on this computer, absolute or from the store folder" },
          entity: { type: "string", description: "What it belongs to: store, topic, brand, info, …" },
          elem_id: { type: "integer", description: "Id of that element, or its digits as a string" },
          kind_key: { type: "string", description: "Kind of file, kBase without it" },
          real_name: { type: "string", description: "Name for people, the file's own without it" },
        },
        required: ["file", "entity", "elem_id"],
      },
    },
    wrongKind: callRefusals.filesNotList,
  },
  files_source: {
    schema: {
      type: "string",
      description:
        "Instead of files: a JSON file on this computer with the same list, absolute or from the store folder",
    },
  },
  debug: { schema: { type: "boolean", description: "Adds the number of the module's queries and their time" } },
  into: {
    schema: {
      type: "string",
      description: "A job's bare name: the tables are also appended to tables/<into>.<table>.jsonl",
    },
    wrongKind: callRefusals.intoNotAName,
  },
};

const OUTPUT: ObjectSchema = {
  type: "object",
  properties: {
    result: { type: "boolean", description: "Whether the command did its work" },
    message: { type: "string", description: "What it says" },
    detail: { type: "object", description: "Its values, ids for example" },
    tables: { type: "object", description: "By table: rows, file (JSON lines), head (first rows), job, job_rows" },
    files: { type: "array", description: "Attachments it took", items: { type: "object" } },
    time: { type: "object", description: "Milliseconds: server, module, trip; with debug sql (count), sql_ms" },
  },
  required: ["result", "message"],
};

/** tool_run: one command of an owner's AI tool. */
export const toolRun: StoreTool = {
  name: "tool_run",
  title: "Run a command of the store",
  description:
    "Runs one command of one of the store's AI tools. See tool_list unit=… for its fields first. Whole tables land in files: `tables` gives rows, path and the first rows, so read the file instead of calling again. The next call of the same command overwrites its tables' files (copy them first, or gather with `into`). A refusal says what is wrong in `message`. Many commands in a row, or one that takes what another made: tool_pool in one call. It does not read the database freely: engine_db_select does.",
  right: "AGENT_TOOL_RUN",
  parameters: PARAMETERS,
  required: ["unit", "command"],
  outputSchema: OUTPUT,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  work: async (session, values, context) => {
    const fields = await readCommandFields(session.local, values);
    if ("refusal" in fields) return refuse(fields.refusal);
    const attachments = await readAttachments(session, values);
    if ("refusal" in attachments) return refuse(attachments.refusal);
    const request = { ...fields.request, files: attachments.files };
    const answer = await runCommand(session, request, fields.placing, context.signal);
    if (answer.kind === "crash") return refuse(answer.text);
    return { refused: !answer.data.result, data: await fitDetail(session, fields.request, answer.data) };
  },
};
