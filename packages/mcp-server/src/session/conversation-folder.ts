import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sweepParts } from "../local/part-file.ts";

const ONE_WORD = /^[A-Za-z0-9_-]{1,64}$/;

/** A topic: one word of Latin letters, digits, `-` and `_`, 64 at most. */
export function isOneWord(topic: string): boolean {
  return ONE_WORD.test(topic);
}

/** The application's name as it stands in paths: lower-cased, every character but `a-z0-9-_` a `-`; `agent` without one. */
export function applicationName(clientName: string | undefined): string {
  const name = (clientName ?? "").toLowerCase().replace(/[^a-z0-9_-]/gu, "-");
  return name === "" ? "agent" : name.slice(0, 64);
}

/** The folder of all conversations of an application in a store folder. */
export function applicationFolder(storeFolder: string, app: string): string {
  return join(storeFolder, "mcp", app);
}

/** Makes the conversation folder with its places for rows and sweeps what killed servers left half-written there. */
export async function makeConversationFolder(folder: string): Promise<void> {
  for (const place of ["tables", "queries"]) {
    await mkdir(join(folder, place), { recursive: true });
    await sweepParts(join(folder, place));
  }
}

/** A conversation as session_clear lists it: `size` in bytes, `changed` as `YYYY-MM-DD HH:MM:SS` of the store's clock. */
export interface Conversation {
  readonly topic: string;
  readonly sizeBytes: number;
  readonly changed: Date;
}

/** The conversations of an application, by name. Links are counted as links, not followed. */
export async function listConversations(folder: string): Promise<Conversation[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const topics = entries.filter((entry) => isOneWord(entry.name)).map((entry) => entry.name);
  return Promise.all(topics.sort().map(async (topic) => ({ topic, ...(await measure(join(folder, topic))) })));
}

/** Removes a conversation; a link is removed and not followed. Answers whether there was one. */
export async function removeConversation(folder: string, topic: string): Promise<boolean> {
  const path = join(folder, topic);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

async function measure(path: string): Promise<{ sizeBytes: number; changed: Date }> {
  const own = await lstat(path);
  let sizeBytes = own.isDirectory() ? 0 : own.size;
  let changed = own.mtime;
  if (!own.isDirectory()) return { sizeBytes, changed };
  for (const name of await readdir(path).catch(() => [])) {
    const inside = await measure(join(path, name)).catch(() => undefined);
    if (inside === undefined) continue;
    sizeBytes += inside.sizeBytes;
    if (inside.changed > changed) changed = inside.changed;
  }
  return { sizeBytes, changed };
}
