import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The owner's rules for agents: file name → text of every `rules/*.md` that is no folder. A store without `rules` has none.
 */
export async function readRules(storeDir: string): Promise<Record<string, string>> {
  const folder = join(storeDir, "rules");
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.name.endsWith(".md") && !entry.isDirectory());
  const names = files.map(({ name }) => name).sort();
  const texts = await Promise.all(
    names.map(async (name) => [name, (await readFile(join(folder, name), "utf8")).replace(/^\uFEFF/, "")] as const),
  );
  return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ""));
}
