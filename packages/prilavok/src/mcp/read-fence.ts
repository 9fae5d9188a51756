import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { LocalFence } from "@prilavok/mcp-server";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import { configFolder } from "../config-folder.ts";

/** What a store keeps in its folder for itself alone. */
const STORE_FILES = ["store.json", "secrets.json", "activity"];
const DATABASES = ["store.sqlite"];
const DATABASE_FILES = ["", "-wal", "-shm", "-journal"];

/**
 * The fence of a store folder: `local` of its `store.json`, and what no tool touches: Prilavok's own settings and tokens, and
 * the settings, secrets and databases of every store this computer knows.
 */
export async function readFence(
  folder: string,
  knownFolders: readonly string[],
): Promise<LocalFence | { readonly refusal: string }> {
  const settings = await readSettingsObject(folder);
  if ("refusal" in settings) return settings;
  const { local = {}, db } = settings.object;
  const read = isObject(local) ? readFolders(local["read"], folder) : "wrong";
  const write = isObject(local) ? readFolders(local["write"], folder) : "wrong";
  if (read === "wrong" || write === "wrong") {
    return {
      refusal: storeRefusals.wrongSettings("store.json", "local", 'takes {"read": [folders], "write": [folders]}'),
    };
  }
  const stores = [...new Set([folder, ...knownFolders])];
  return { read, write, closed: [configFolder(), ...stores.flatMap(ownFiles), ...databaseSecrets(db, folder)] };
}

async function readSettingsObject(
  folder: string,
): Promise<{ readonly object: Record<string, unknown> } | { readonly refusal: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, "store.json"), "utf8");
  } catch (error) {
    return { refusal: storeRefusals.unreadable("store.json", systemReason(error)) };
  }
  try {
    const object: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isObject(object)) return { object };
  } catch {
    // Said below: text that is not JSON, and JSON that is no object.
  }
  return { refusal: storeRefusals.notJson("store.json") };
}

/** Folders as the settings spell them: absolute, from the user's home (`~/`), or from the store folder. */
function readFolders(given: unknown, storeFolder: string): string[] | undefined | "wrong" {
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) return "wrong";
  const folders: string[] = [];
  for (const folder of given) {
    if (typeof folder !== "string" || folder === "") return "wrong";
    const home = /^~(?:[\\/]|$)(.*)$/s.exec(folder)?.[1];
    folders.push(home === undefined ? absolute(folder, storeFolder) : resolve(homedir(), home));
  }
  return folders;
}

function ownFiles(folder: string): string[] {
  const databases = DATABASES.flatMap((name) => DATABASE_FILES.map((ending) => name + ending));
  return [...STORE_FILES, ...databases].map((name) => join(folder, name));
}

/** A database under a name of its own, or the file that keeps the password of one on a server. */
function databaseSecrets(db: unknown, folder: string): string[] {
  if (!isObject(db)) return [];
  const named = [db["file"], db["passwordFile"]].filter((file) => typeof file === "string");
  return named.flatMap((file) => DATABASE_FILES.map((ending) => absolute(file, folder) + ending));
}

function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(folder, path.replaceAll("\\", "/"));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
