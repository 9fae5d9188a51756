import { createHash, randomBytes } from "node:crypto";

/** A new device token: 256 random bits; the word before them lets scanners for leaked secrets know it. */
export function newToken(): string {
  return `prilavok_${randomBytes(32).toString("base64url")}`;
}

/** What the store keeps of a token. The token is random, so a fast hash without salt tells nothing of it. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
