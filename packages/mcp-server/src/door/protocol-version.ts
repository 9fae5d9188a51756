/** The version of the modern era: no handshake, every request names its version in `_meta`. */
export const modernVersion = "2026-07-28";

/** The versions agreed on by `initialize`, the newest first. */
export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** What `initialize` answers to the version a client asks for: the same, or the newest legacy one. */
export function agreeVersion(requested: string): string {
  return legacyVersions.find((version) => version === requested) ?? legacyVersions[0];
}

/** Whether a field that came with version `since` exists in `version`. Versions are dates and compare as text. */
export function knows(version: string, since: "2025-03-26" | "2025-06-18"): boolean {
  return version >= since;
}
