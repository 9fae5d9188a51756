import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The owner's rules for agents: file name → text of every `rules/*.md`. A store without the folder has none.
 */
export async function readRules(storeDir: string): Promise<Record<string, string>> {
  const folder = join(storeDir, "rules");
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(".md")).sort();
  const texts = await Promise.all(
    files.map(async (name) => [name, (await readFile(join(folder, name), "utf8")).replace(/^\uFEFF/, "")] as const),
  );
  return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ""));
}
