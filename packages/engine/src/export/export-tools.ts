import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { Registry, ToolEntry } from "../registry/registry.ts";
import { splitPath } from "../registry/tool-draft.ts";
import { readUnitSources } from "./unit-sources.ts";

/** A folder of the tree or, with `unit`, an AI tool. */
interface TreeEntry {
  readonly name: string;
  readonly unit?: string;
  readonly children?: TreeEntry[];
}

/** What stands in `index.json` of the archive. */
export interface ExportIndex {
  readonly store: string;
  /** `YYYY-MM-DD HH:MM:SS` of the store's clock. */
  readonly made: string;
  readonly tree: readonly TreeEntry[];
  /** SHA-256 of every other file, by its path in the archive. */
  readonly files: Readonly<Record<string, string>>;
}

export interface ExportedTools {
  readonly index: ExportIndex;
  readonly zip: Buffer;
}

/** Packs the AI tools of a store for another one: the tree, each tool's registry file and the units. Grants do not go in. */
export async function exportTools(
  registry: Registry,
  store: { readonly folder: string; readonly name: string },
  made: string,
): Promise<ExportedTools> {
  const files = new Map<string, Buffer>();
  for (const tool of registry.tools) {
    files.set(`tools/${tool.unit.toUpperCase()}.json`, Buffer.from(registryText(tool)));
    for (const [path, bytes] of await readUnitSources(store.folder, tool.unit)) files.set(path, bytes);
  }
  const sums: Record<string, string> = {};
  for (const [path, bytes] of files) sums[path] = createHash("sha256").update(bytes).digest("hex");
  const index: ExportIndex = { store: store.name, made, tree: treeOf(registry.tools), files: sums };
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(`${JSON.stringify(index, undefined, 2)}\n`), "index.json");
  for (const [path, bytes] of files) archive.addBuffer(bytes, path);
  archive.end();
  return { index, zip: await buffer(archive.outputStream) };
}

/** As `tool add --registry` takes it. */
function registryText({ path, descr, commands }: ToolEntry): string {
  const written = commands.map(({ name, descr, fields, files }) => ({
    name,
    descr,
    params: fields.map((field) => ({
      name: field.name,
      type: field.type,
      ...(field.required ? { required: true } : {}),
      ...(field.default === null ? {} : { default: field.default }),
      descr: field.descr,
    })),
    files,
  }));
  return `${JSON.stringify({ path, descr, commands: written }, undefined, 2)}\n`;
}

function treeOf(tools: readonly ToolEntry[]): TreeEntry[] {
  const top: TreeEntry[] = [];
  for (const { path, unit } of tools) {
    const names = splitPath(path);
    const name = names.pop() ?? "";
    let folder = top;
    for (const above of names) folder = childrenOf(folder, above);
    folder.push({ name, unit: unit.toUpperCase() });
  }
  return top;
}

/** What a folder of this name holds, which is made where it is missing. */
function childrenOf(entries: TreeEntry[], name: string): TreeEntry[] {
  const there = entries.find((entry) => entry.name === name && entry.children !== undefined)?.children;
  if (there !== undefined) return there;
  const children: TreeEntry[] = [];
  entries.push({ name, children });
  return children;
}
