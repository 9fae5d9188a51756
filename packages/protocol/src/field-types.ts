/** The types a command's field is declared with (page 20). `files` is no field: it declares the command's attachments. */
export const fieldTypes = [
  "str",
  "int",
  "float",
  "bool",
  "date",
  "time",
  "datetime",
  "json",
  "jsonl",
  "files",
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** A declared type taken apart: `int/json` is a list of `int`. */
export interface FieldShape {
  readonly base: FieldType;
  readonly list: boolean;
}

const LIST_SUFFIX = "/json";
const withoutList: ReadonlySet<string> = new Set<FieldType>(["json", "jsonl", "files"]);

/** Reads the spelling of a type; undefined where it names none. */
export function readFieldType(spelling: string): FieldShape | undefined {
  const list = spelling.endsWith(LIST_SUFFIX);
  const word = list ? spelling.slice(0, -LIST_SUFFIX.length) : spelling;
  const base = fieldTypes.find((type) => type === word);
  if (base === undefined || (list && withoutList.has(base))) return undefined;
  return { base, list };
}

/** How many lists and objects may stand inside one another in a field: JSON is written by recursion on the way to the module. */
export const MAX_LEVELS = 1000;

/** The same of a call as a whole, whatever stands in it: fields inside steps inside lists, and keys nobody looks at. */
export const MAX_CALL_LEVELS = 2 * MAX_LEVELS;
