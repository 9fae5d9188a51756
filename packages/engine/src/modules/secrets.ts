import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
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
  const path = join(storeDir, "secrets.json");
  let stamps: FileStamp[] | undefined;
  let secrets = NO_SECRETS;
  return () => {
    if (stamps !== undefined && stampsHold(stamps)) return secrets;
    stamps = [stampOf(path)];
    secrets = readSecrets(path, log);
    return secrets;
  };
}

function readSecrets(path: string, log: (line: string) => void): Secrets {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return NO_SECRETS;
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
    log("secrets.json may be read by others and is not used: set its mode to 0600");
    return NO_SECRETS;
  }
  try {
    const secrets: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
    if (isSecrets(secrets)) return secrets;
  } catch {
    // Falls to the words below: a parser's message may quote a secret.
  }
  log("secrets.json is not a JSON object and is not used");
  return NO_SECRETS;
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
