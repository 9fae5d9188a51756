const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this person has no access there",
  EPERM: "this person has no access there",
  EROFS: "the disk only reads",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "a file grew past what the system allows",
  EEXIST: "a file of that name stands there",
  ENOTDIR: "a part of the path is a file",
  ENOENT: "a part of the path is missing",
  EISDIR: "a folder stands there",
  ELOOP: "links of the path lead in a circle",
  ENAMETOOLONG: "a name of the path is too long",
  EMFILE: "too many files are open",
  EIO: "the disk failed",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "this person has no access there",
  SQLITE_CANTOPEN: "the database's file cannot be opened",
  SQLITE_BUSY: "another program holds the database",
  SQLITE_NOTADB: "it is no SQLite database",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_IOERR: "the disk failed",
  // The memory that connections share could not grow.
  SQLITE_IOERR_SHMSIZE: "the disk is full",
};

/** Why the system or SQLite refused a file operation, in words; throws on an error that is no such refusal. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // SQLite adds a detail to some codes: SQLITE_IOERR_WRITE.
  const reason = REASONS[code] ?? REASONS[code.split("_", 2).join("_")];
  if (reason === undefined) throw error;
  return reason;
}
