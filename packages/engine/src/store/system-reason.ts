import { systemReasons } from "@prilavok/protocol";

/** Why the system refused a file operation, in words; throws on an error that is not the system's refusal. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // SQLite adds a detail to some codes: SQLITE_IOERR_WRITE.
  const reason = systemReasons[code] ?? systemReasons[code.split("_", 2).join("_")];
  if (reason === undefined) throw error;
  return reason;
}
