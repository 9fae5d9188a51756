import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Is the store of a folder on a database server, with a password that stands neither in its `store.json` nor in a file it names. */
export async function lacksPassword(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "store.json"), "utf8").catch(() => "");
  const { url, passwordFile } = readDb(text);
  if (typeof url !== "string" || typeof passwordFile === "string") return false;
  const [, login = ""] = /^\w+:\/\/([\s\S]*)@/.exec(url) ?? [];
  return !login.includes(":");
}

function readDb(text: string): { readonly url?: unknown; readonly passwordFile?: unknown } {
  try {
    const settings = JSON.parse(text.replace(/^\uFEFF/, "")) as { db?: object } | null;
    return { ...settings?.db };
  } catch {
    return {};
  }
}
