import { applyEdits, type FormattingOptions, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";
import type { SettingsFormat } from "./settings-format.ts";

/** JSON, and JSON with comments and commas at the end. */
export const jsonSettings: SettingsFormat = {
  read: (text) => {
    if (text.trim() === "") return {};
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    return errors.length === 0 && isObject(value) ? value : undefined;
  },
  put: (text, path, values) =>
    Object.entries(values).reduce((changed, [key, value]) => change(changed, [...path, key], value), text),
  remove: (text, path) => change(text, [...path], undefined),
};

function change(text: string, path: JSONPath, value: unknown): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  return applyEdits(whole, modify(whole, path, value, { formattingOptions: formatOf(whole) }));
}

function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
