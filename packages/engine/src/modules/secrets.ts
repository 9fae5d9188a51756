import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SECRETS_FILE } from "../store/store-layout.ts";
import { type FileStamp, stampOf, stampsHold } from "./file-stamps.ts";

export type Secrets = Readonly<Record<string, unknown>>;

/** A shorter text may stand in any answer by chance. */
const MIN_HIDDEN_CHARACTERS = 6;
const NO_SECRETS: Secrets = {};

/**
 * Reads the store's `secrets.json`, anew when it has changed. A file that others may read, or that is no JSON
 * object, is refused in the log and counts as empty.
 */
export function createSecretsReader(storeDir: string, log: (line: string) => void): () => Secrets {
  const path = join(storeDir, SECRETS_FILE);
  let stamps: FileStamp[] | undefined;
  let secrets = NO_SECRETS;
  return () => {
    if (stamps !== undefined && stampsHold(stamps)) return secrets;
    stamps = [stampOf(path)];
    const read = readSecrets(path);
    secrets = "problem" in read ? NO_SECRETS : read.secrets;
    if ("problem" in read) log(read.problem);
    return secrets;
  };
}

/** Why the modules get nothing of a store's `secrets.json`, in words; undefined where they do, and where there is none. */
export function secretsProblem(storeDir: string): string | undefined {
  const read = readSecrets(join(storeDir, SECRETS_FILE));
  return "problem" in read ? read.problem : undefined;
}

function readSecrets(path: string): { readonly secrets: Secrets } | { readonly problem: string } {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { secrets: NO_SECRETS };
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
    return { problem: "secrets.json may be read by others and is not used: set its mode to 0600" };
  }
  try {
    const secrets: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
    if (isSecrets(secrets)) return { secrets };
  } catch {
    // Falls to the words below: a parser's message may quote a secret.
  }
  return { problem: "secrets.json is not a JSON object and is not used: write it as {} with a key for each secret" };
}

function isSecrets(value: unknown): value is Secrets {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The secret texts, as they are and as JSON writes them, the longest first. */
export function secretTexts(secrets: unknown): string[] {
  if (typeof secrets === "string") {
    if (secrets.length < MIN_HIDDEN_CHARACTERS) return [];
    return [...new Set([secrets, JSON.stringify(secrets).slice(1, -1)])];
  }
  if (typeof secrets !== "object" || secrets === null) return [];
  return Object.values(secrets)
    .flatMap(secretTexts)
    .sort((one, other) => other.length - one.length);
}

/** The text without the secrets in it. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
}
