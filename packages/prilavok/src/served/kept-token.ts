import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { configFolder } from "../config-folder.ts";
import { writeWhole } from "../write-whole.ts";
import { openKeyring } from "./keyring.ts";
import type { ServedStore } from "./served-store.ts";

/** Where a token is kept: the system's keyring, or a file of mode 0600 among the user's settings. */
export type TokenPlace = "keyring" | "file";

/** Whose token it is: a person's at an address, as the store folder names both. */
export type Entered = Pick<ServedStore, "url" | "login">;

/** Keeps the token of a person, in the keyring where there is one that works; answers where. */
export async function keepToken(entered: Entered, token: string, mayUseKeyring: boolean): Promise<TokenPlace> {
  const inKeyring = mayUseKeyring && (await putIntoKeyring(accountOf(entered), token));
  // The file says where the token is, so that a computer without one never waits for its keyring.
  const note = { account: accountOf(entered), ...(inKeyring ? { keyring: true } : { token }) };
  await writeWhole(tokenFile(entered), `${JSON.stringify(note)}\n`, 0o600);
  return inKeyring ? "keyring" : "file";
}

/** The token that this computer keeps; undefined without one, `silent` where it is in a keyring that does not answer. */
export async function findToken(entered: Entered): Promise<string | "silent" | undefined> {
  const note = await readNote(entered);
  if (note === undefined || typeof note.token === "string") return note?.token as string | undefined;
  try {
    return (await (await openKeyring())?.get(accountOf(entered))) ?? "silent";
  } catch {
    return "silent";
  }
}

/** Forgets a token. What a keyring that does not answer keeps on is a token that was given back. */
export async function forgetToken(entered: Entered): Promise<void> {
  const note = await readNote(entered);
  if (note?.keyring === true) await removeFromKeyring(accountOf(entered));
  await rm(tokenFile(entered), { force: true });
}

async function removeFromKeyring(account: string): Promise<void> {
  try {
    await (await openKeyring())?.remove(account);
  } catch {
    // Nobody unlocks it, or it is gone with its system.
  }
}

async function putIntoKeyring(account: string, token: string): Promise<boolean> {
  try {
    const keyring = await openKeyring();
    await keyring?.put(account, token);
    return (await keyring?.get(account)) === token;
  } catch {
    // No keyring runs here, or nobody unlocks it: the file takes the token.
    return false;
  }
}

async function readNote(entered: Entered): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(tokenFile(entered), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    const note: unknown = JSON.parse(text);
    const isNote =
      typeof note === "object" && note !== null && "account" in note && note.account === accountOf(entered);
    return isNote ? { ...note } : undefined;
  } catch {
    return undefined;
  }
}

function accountOf({ url, login = "" }: Entered): string {
  return `${login} ${url}`;
}

function tokenFile(entered: Entered): string {
  const name = createHash("sha256").update(accountOf(entered)).digest("hex").slice(0, 32);
  return join(configFolder(), "tokens", `${name}.json`);
}
