import { join } from "node:path";
import { fileStamp } from "../local/file-stamp.ts";
import type { Session } from "../session/session.ts";
import { rowFileName } from "./file-name.ts";
import { RowFile } from "./row-file.ts";

/** No answer is larger than this many characters (page 10, "The form of an answer"). */
export const ANSWER_CHARACTERS = 80_000;
/** A value up to this long is not worth a file of its own. */
const DETAIL_CHARACTERS = 2_000;
/** The keys of a command's answer and of its step; whatever else a module adds may be moved away together. */
const OWN_KEYS = new Set("num name unit command result message detail tables files time".split(" "));

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

/** Past the limit what is long in a command's answer goes to files of their own, and an endless text is cut. */
export async function fitDetail(
  session: Session,
  { unit, command }: { readonly unit: string; readonly command: string },
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return fitParts(session, `${unit}.${command}`, data, ANSWER_CHARACTERS);
}

/**
 * `steps` are never cut; past the limit every detail over 2,000 characters goes to a file, and what else is long in a step as
 * in an answer of its own.
 */
export async function fitSteps<Data extends { readonly steps: Record<string, unknown>[] }>(
  session: Session,
  data: Data,
): Promise<Data> {
  if (lengthOf(data) <= ANSWER_CHARACTERS) return data;
  const limit = Math.max(DETAIL_CHARACTERS, ANSWER_CHARACTERS / data.steps.length - DETAIL_CHARACTERS);
  const steps: Record<string, unknown>[] = [];
  for (const step of data.steps) {
    const name = `step${String(step["num"])}`;
    steps.push(await fitParts(session, name, await moveDetail(session, name, step), limit));
  }
  return { ...data, steps };
}

/** Cuts every text of `data` to a quarter of `limit`. */
export function withShortTexts(data: Record<string, unknown>, limit: number): Record<string, unknown> {
  const most = Math.max(DETAIL_CHARACTERS, limit / 4);
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === "string" ? shortText(value, most) : value]),
  );
}

/** The first `most` characters of a text, and a word that it went on. */
export function shortText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}… (cut)`;
}

/** The detail first, then what the module added to the answer, its list of files, its list of tables. */
async function fitParts(
  session: Session,
  name: string,
  data: Record<string, unknown>,
  limit: number,
): Promise<Record<string, unknown>> {
  if (lengthOf(data) <= limit) return data;
  let fitted = await moveDetail(session, name, data);
  const isLong = (value: unknown) => lengthOf(fitted) > limit && lengthOf(value) > DETAIL_CHARACTERS;
  const entries = Object.entries(fitted);
  const rest = Object.fromEntries(entries.filter(([key]) => !OWN_KEYS.has(key)));
  if (isLong(rest)) {
    const { file } = await writeList(session, `${name}.rest`, [rest]);
    const { time, ...own } = Object.fromEntries(entries.filter(([key]) => OWN_KEYS.has(key)));
    fitted = { ...own, rest: { file }, time };
  }
  if (Array.isArray(data["files"]) && isLong(data["files"])) {
    fitted = { ...fitted, files: await writeList(session, `${name}.files`, data["files"]) };
  }
  const tables = Object.entries(data["tables"] ?? {}).map(([table, entry]) => ({ table, ...(entry as object) }));
  if (isLong(tables)) fitted = { ...fitted, tables: await writeList(session, `${name}.tables`, tables) };
  return lengthOf(fitted) > limit ? withShortTexts(fitted, limit) : fitted;
}

/** A detail that is worth a file of its own goes there. */
async function moveDetail(
  session: Session,
  name: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { detail } = data;
  if (lengthOf(detail) <= DETAIL_CHARACTERS) return data;
  return { ...data, detail: { file: (await writeList(session, `${name}.detail`, [detail])).file } };
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
  const file = new RowFile(folder);
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
