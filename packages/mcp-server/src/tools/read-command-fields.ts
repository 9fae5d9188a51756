import { callRefusals, localFileRefusals } from "@prilavok/protocol";
import type { LocalPlace } from "../local/local-place.ts";
import { readJsonSource } from "../local/read-json-source.ts";
import type { CommandRequest, TablePlacing } from "./run-command.ts";

const JOB_NAME = /^[\p{L}\p{N}_-]{1,100}$/u;

/**
 * What tool_run and a step of tool_pool share: the address, the fields (named or from a file), debug and the job.
 * The values have their kinds already.
 */
export async function readCommandFields(
  place: LocalPlace,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly request: CommandRequest; readonly placing: TablePlacing } | { readonly refusal: string }> {
  const {
    unit,
    command,
    params,
    params_source: source,
    debug,
    into,
  } = values as {
    unit?: string;
    command?: string;
    params?: Record<string, unknown>;
    params_source?: string;
    debug?: boolean;
    into?: string;
  };
  if (unit === undefined || unit === "") return { refusal: callRefusals.unitRequired };
  if (command === undefined || command === "") return { refusal: callRefusals.commandRequired };
  if (into !== undefined && !JOB_NAME.test(into)) return { refusal: callRefusals.intoNotAName };
  if (params !== undefined && source !== undefined) return { refusal: callRefusals.paramsTwice };
  let fields = params ?? {};
  if (source !== undefined) {
    const read = await readJsonSource(place, source);
    if ("refusal" in read) return read;
    if (!isObject(read.value)) return { refusal: localFileRefusals.noObjectOfFields(source) };
    fields = read.value;
  }
  return {
    request: { unit, command, params: fields, debug: debug === true },
    placing: into === undefined ? {} : { job: into },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
