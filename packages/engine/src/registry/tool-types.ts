import { type FieldType, readFieldType } from "@prilavok/protocol";
import type { FieldEntry } from "./registry.ts";
import type { ToolDraft } from "./tool-draft.ts";

/** What the module gets for a field, as TypeScript spells it. */
const spellings: Readonly<Record<FieldType, string>> = {
  str: "string",
  int: "number | bigint",
  float: "number",
  bool: "boolean",
  date: "string",
  time: "string",
  datetime: "string",
  json: "unknown[] | Record<string, unknown>",
  jsonl: "Record<string, unknown>[]",
  files: "never",
};

/**
 * The text of `<module>.d.ts`: a global namespace named after the unit, with an interface a command that holds its fields
 * as the module gets them. A module refers to it by `/// <reference path="./<module>.d.ts" />`: TypeScript takes an import
 * of that name for the module itself.
 */
export function toolTypes(unit: string, commands: ToolDraft["commands"]): string {
  const head = `// The fields of ${unit}, written by \`prilavok tool types\` from the registry. Changes here are lost.\n`;
  const types = commands.map(({ name, fields }) => commandType(name, fields)).join("\n");
  return `${head}\ndeclare namespace ${typesNamespace(unit)} {\n${types}}\n`;
}

/** The unit as TypeScript takes a name. */
export function typesNamespace(unit: string): string {
  return unit.replaceAll("-", "_").replace(/^(?=[0-9])/, "_");
}

function commandType(name: string, fields: readonly FieldEntry[]): string {
  if (fields.length === 0) return `  type ${name} = Readonly<Record<string, never>>;\n`;
  return `  interface ${name} {\n${fields.map(fieldType).join("")}  }\n`;
}

function fieldType({ name, type, required, default: fallback, descr }: FieldEntry): string {
  const shape = readFieldType(type);
  const single = shape === undefined ? "unknown" : spellings[shape.base];
  const element = single.includes(" ") ? `(${single})` : single;
  const spelled = shape?.list === true ? `${element}[]` : single;
  const comment = descr === "" ? "" : `    /** ${descr.replaceAll("*/", "* /").replace(/\s+/g, " ").trim()} */\n`;
  return `${comment}    readonly ${name}${required || fallback !== null ? "" : "?"}: ${spelled};\n`;
}
