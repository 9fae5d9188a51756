import { type Document, parseDocument } from "yaml";
import type { SettingsFormat } from "./settings-format.ts";

/** YAML of one document. */
export const yamlSettings: SettingsFormat = {
  read: (text) => {
    const document = parseDocument(text);
    if (document.errors.length > 0) return undefined;
    const value: unknown = document.toJS() ?? {};
    return typeof value === "object" && !Array.isArray(value) ? { ...value } : undefined;
  },
  put: (text, path, values) =>
    changed(text, (document) => {
      for (const [key, value] of Object.entries(values)) document.setIn([...path, key], value);
    }),
  remove: (text, path) => changed(text, (document) => document.deleteIn(path)),
};

function changed(text: string, work: (document: Document) => void): string {
  const document = parseDocument(text);
  work(document);
  const indent = /^[^\s#-][^\n]*:[^\S\n]*\n( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2;
  const whole = document.toString({ lineWidth: 0, indent, flowCollectionPadding: !/\[[^\s\]]/.test(text) });
  return text.includes("\r\n") ? whole.replaceAll(/\r?\n/g, "\r\n") : whole;
}
