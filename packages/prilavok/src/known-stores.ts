import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { configFolder } from "./config-folder.ts";
import { writeWhole } from "./write-whole.ts";

/** A store this computer knows; `folder` is absolute. */
export interface KnownStore {
  readonly name: string;
  readonly folder: string;
}

/** A file a store, so that two programs that learn of different stores at once lose neither. */
const knownFolder = () => join(configFolder(), "stores");
const usedFile = () => join(configFolder(), "used-store.json");

/** The stores of this computer by their names, those whose folder is gone too, and the one the MCP server takes. */
export async function readKnownStores(): Promise<{
  readonly stores: readonly KnownStore[];
  readonly used: KnownStore | undefined;
}> {
  return { stores: await readStores(), used: await readStore(usedFile()) };
}

async function readStores(): Promise<KnownStore[]> {
  const names = await readdir(knownFolder()).catch(absent([]));
  const stores = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readStore(join(knownFolder(), name))),
  );
  return stores
    .filter((store) => store !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name) || one.folder.localeCompare(other.folder));
}

/** Makes a store known, and the used one where no other is used or the used one is gone; answers whether it is used now. */
export async function rememberStore(store: KnownStore): Promise<boolean> {
  const known = { name: store.name, folder: resolve(store.folder) };
  await writeWhole(knownFile(known.folder), storeText(known));
  const { used } = await readKnownStores();
  if (used !== undefined && used.folder !== known.folder && holdsStore(used.folder)) return false;
  await useStore(known);
  return true;
}

/** Takes a store off the list, and nothing else; answers whether it was the used one, so that none is used now. */
export async function forgetStore({ folder }: KnownStore): Promise<boolean> {
  const { used } = await readKnownStores();
  const wasUsed = used?.folder === folder;
  if (wasUsed) await rm(usedFile(), { force: true });
  await rm(knownFile(folder), { force: true });
  return wasUsed;
}

/** Makes a store the one the MCP server takes. */
export async function useStore(store: KnownStore): Promise<void> {
  await writeWhole(usedFile(), storeText(store));
}

/** Does the folder hold a store, whatever its state. */
export function holdsStore(folder: string): boolean {
  return existsSync(join(folder, "store.json"));
}

function knownFile(folder: string): string {
  return join(knownFolder(), `${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.json`);
}

function storeText({ name, folder }: KnownStore): string {
  return `${JSON.stringify({ name, folder })}\n`;
}

/** Undefined for a file that is not there, and for one that somebody's hand has broken. */
async function readStore(path: string): Promise<KnownStore | undefined> {
  const store = parseJson(await readFile(path, "utf8").catch(absent("")));
  if (typeof store !== "object" || store === null || !("name" in store) || !("folder" in store)) return undefined;
  return { name: String(store.name), folder: String(store.folder) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function absent<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}
