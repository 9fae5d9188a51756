import { join } from "node:path";
import { fileStamp } from "../local/file-stamp.ts";
import type { Session } from "../session/session.ts";
import { rowFileName } from "./file-name.ts";
import { RowFile } from "./row-file.ts";

/** No answer is larger than this many characters (page 10, "The form of an answer"). */
export const ANSWER_CHARACTERS = 80_000;
const DETAIL_CHARACTERS = 2_000;
/** What one line of a list may leave in an answer that has been moved to a file. */
const MESSAGE_CHARACTERS = 20_000;

/** Past the limit the longest list of the answer goes to a file: its place keeps `rows`, `file` and `head`. */
export async function fitAnswer(
  session: Session,
  name: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  let fitted = data;
  while (lengthOf(fitted) > ANSWER_CHARACTERS) {
    const [key, list] = longestList(fitted);
    if (key === undefined || list === undefined) return fitted;
    const moved = await writeList(session, `${name}.${key}`, list);
    const columns = (fitted[key] as { columns?: unknown }).columns;
    fitted = { ...fitted, [key]: columns === undefined ? moved : { columns, ...moved } };
  }
  return fitted;
}

/** Past the limit the `detail` of a command goes to a file of its own, and an endless message is cut. */
export async function fitDetail(
  session: Session,
  { unit, command }: { readonly unit: string; readonly command: string },
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (lengthOf(data) <= ANSWER_CHARACTERS) return data;
  const shortened = await withDetailFile(session, `${unit}.${command}.detail`, withShortMessage(data));
  return fitAnswer(session, `${unit}.${command}`, shortened);
}

/** `steps` are never cut; past the limit each `detail` over 2,000 characters goes to a file of its own. */
export async function fitSteps<Data extends { readonly steps: Record<string, unknown>[] }>(
  session: Session,
  data: Data,
): Promise<Data> {
  if (lengthOf(data) <= ANSWER_CHARACTERS) return data;
  const steps: Record<string, unknown>[] = [];
  for (const step of data.steps) {
    const long = step["detail"] !== undefined && lengthOf(step["detail"]) > DETAIL_CHARACTERS;
    const name = `step${String(step["num"])}.detail`;
    steps.push(long ? await withDetailFile(session, name, withShortMessage(step)) : withShortMessage(step));
  }
  return { ...data, steps };
}

async function withDetailFile(
  session: Session,
  name: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (data["detail"] === undefined) return data;
  const { file } = await writeList(session, name, [data["detail"]]);
  return { ...data, detail: { file } };
}

function withShortMessage(data: Record<string, unknown>): Record<string, unknown> {
  const message = data["message"];
  if (typeof message !== "string" || message.length <= MESSAGE_CHARACTERS) return data;
  return { ...data, message: `${message.slice(0, MESSAGE_CHARACTERS)}… (cut)` };
}

function longestList(data: Record<string, unknown>): [string, unknown[]] | [undefined, undefined] {
  const lists = Object.entries(data).flatMap(([key, value]): [string, unknown[]][] => {
    const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows;
    return Array.isArray(rows) ? [[key, rows]] : [];
  });
  return lists.sort(([, a], [, b]) => lengthOf(b) - lengthOf(a))[0] ?? [undefined, undefined];
}

async function writeList(
  session: Session,
  name: string,
  list: readonly unknown[],
): Promise<{ rows: number; file: string; head: string[] }> {
  const folder = join(session.folder, "queries");
  const file = await RowFile.create(folder);
  try {
    for (const item of list) await file.write(Buffer.from(`${JSON.stringify(item)}\n`));
    await file.finish();
    const path = await file.moveToFree(join(folder, rowFileName(fileStamp(new Date(), session.timezone), name)));
    return { rows: file.head.rows, file: path, head: file.head.lines };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
