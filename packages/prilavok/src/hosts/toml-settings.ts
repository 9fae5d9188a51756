import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import type { SettingsFormat, SettingsPath } from "./settings-format.ts";

/** TOML, of which whole `[sections]` are changed: its libraries drop comments. */
export const tomlSettings: SettingsFormat = {
  read: (text) => {
    try {
      return parse(text);
    } catch {
      return undefined;
    }
  },
  put: (text, path, values) => {
    const older = valueAt(parse(text), path);
    const section = sectionText(path, { ...older, ...values }, commentsOf(sectionsAt(text, path)));
    const [first] = sectionsAt(text, path);
    if (first === undefined) {
      const end = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
      return withLineEnds(text, `${text}${end}${section}`);
    }
    return withLineEnds(
      text,
      `${text.slice(0, first.start)}${section}${first.spaceAfter}${without(text, path).slice(first.start)}`,
    );
  },
  remove: (text, path) => without(text, path),
};

/** A part of the text that belongs to a table: its header and everything up to the next one. */
interface Section {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The empty lines that divide it from the next section. */
  readonly spaceAfter: string;
}

const HEADER = /^[ \t]*(?:\[\[([^\n]*?)\]\]|\[([^\n]*?)\])[ \t]*(?:#[^\n]*)?\r?$/gm;
/** Lines of comments at the very end of a text. */
const LAST_COMMENTS = /(?:^|(?<=\n))(?:[ \t]*#[^\n]*\n)+$/;

/** The sections of a table and of the tables inside it. */
function sectionsAt(text: string, path: SettingsPath): Section[] {
  const headers = [...text.matchAll(HEADER)].map((match) => ({
    start: match.index,
    path: headerPath(match[1] ?? match[2] ?? ""),
  }));
  return headers.flatMap((header, index) => {
    if (!isDeepStrictEqual(header.path?.slice(0, path.length), path)) return [];
    const whole = text.slice(header.start, headers[index + 1]?.start ?? text.length);
    // A comment right above the next header is that one's.
    const isLast = headers[index + 1] === undefined;
    const own = isLast ? whole : whole.replace(LAST_COMMENTS, "");
    const spaceAfter = /(?:\r?\n[ \t]*)*$/.exec(own)?.[0].replace(/^\r?\n/, "") ?? "";
    return [{ start: header.start, end: header.start + own.length, text: own, spaceAfter }];
  });
}

/** The keys of a header such as `mcp_servers."my store"`, undefined for what is none. */
function headerPath(header: string): string[] | undefined {
  const path: string[] = [];
  try {
    let table: unknown = parse(`[${header}]`);
    while (isTable(table) && Object.keys(table).length > 0) {
      const [key = ""] = Object.keys(table);
      path.push(key);
      table = table[key];
    }
    return path;
  } catch {
    return undefined;
  }
}

function without(text: string, path: SettingsPath): string {
  return sectionsAt(text, path).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

function sectionText(
  path: SettingsPath,
  values: Readonly<Record<string, unknown>>,
  comments: readonly string[],
): string {
  // Tables inside stand inline, so that the section stays one.
  const lines = Object.entries(values).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
  return [`[${path.map(keyText).join(".")}]`, ...comments, ...lines, ""].join("\n");
}

function commentsOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ text }) => text.split(/\r?\n/).filter((line) => /^\s*#/.test(line)));
}

function valueText(value: unknown): string {
  if (isTable(value) && !(value instanceof Date)) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${keyText(key)} = ${valueText(inner)}`)
      .join(", ")} }`;
  }
  return stringify({ value })
    .replace(/^value = /, "")
    .trimEnd();
}

function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

function withLineEnds(older: string, text: string): string {
  return older.includes("\r\n") ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}

function valueAt(table: unknown, path: SettingsPath): Record<string, unknown> {
  const value = path.reduce<unknown>((inside, key) => (isTable(inside) ? inside[key] : undefined), table);
  return isTable(value) ? value : {};
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
