import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { configFolder } from "../config-folder.ts";
import { writeWhole } from "../write-whole.ts";
import { openKeyring } from "./keyring.ts";

/** Where a token is kept: the system's keyring, or a file of mode 0600 among the user's settings. */
export type TokenPlace = "keyring" | "file";

/** Keeps the token of a served store, in the keyring where there is one that works; answers where. */
export async function keepToken(url: string, token: string, mayUseKeyring: boolean): Promise<TokenPlace> {
  const inKeyring = mayUseKeyring && (await putIntoKeyring(url, token));
  // The file says where the token is, so that a computer without one never waits for its keyring.
  const note = inKeyring ? { url, keyring: true } : { url, token };
  await writeWhole(tokenFile(url), `${JSON.stringify(note)}\n`, 0o600);
  return inKeyring ? "keyring" : "file";
}

/** The token of a served store that this computer keeps, undefined without one or where its keyring does not answer. */
export async function readToken(url: string): Promise<string | undefined> {
  const found = await findToken(url);
  return found === "silent" ? undefined : found;
}

/** The same, and `silent` where there is a token in a keyring that does not answer. */
export async function findToken(url: string): Promise<string | "silent" | undefined> {
  const note = await readNote(url);
  if (note === undefined || typeof note.token === "string") return note?.token as string | undefined;
  try {
    return (await (await openKeyring())?.get(url)) ?? "silent";
  } catch {
    return "silent";
  }
}

/** Forgets the token of a served store. What a keyring that does not answer keeps on is a token that was given back. */
export async function forgetToken(url: string): Promise<void> {
  const note = await readNote(url);
  if (note?.keyring === true) await removeFromKeyring(url);
  await rm(tokenFile(url), { force: true });
}

async function removeFromKeyring(url: string): Promise<void> {
  try {
    await (await openKeyring())?.remove(url);
  } catch {
    // Nobody unlocks it, or it is gone with its system.
  }
}

async function putIntoKeyring(url: string, token: string): Promise<boolean> {
  try {
    const keyring = await openKeyring();
    await keyring?.put(url, token);
    return (await keyring?.get(url)) === token;
  } catch {
    // No keyring runs here, or nobody unlocks it: the file takes the token.
    return false;
  }
}

async function readNote(url: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(tokenFile(url), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    const note: unknown = JSON.parse(text);
    const isNote = typeof note === "object" && note !== null && "url" in note && note.url === url;
    return isNote ? { ...note } : undefined;
  } catch {
    return undefined;
  }
}

function tokenFile(url: string): string {
  return join(configFolder(), "tokens", `${createHash("sha256").update(url).digest("hex").slice(0, 32)}.json`);
}
