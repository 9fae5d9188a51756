/** Refusals of `prilavok backup` and `prilavok restore` (page 70). Paths are shown as the caller spelled them. */
export const backupRefusals = {
  fileStands: (file: string) => `${file} is there already, and nothing was written. Name another file.`,
  serverFailed: (text: string) => `The database server's own program did not do it: ${text}`,
  noClient: (programs: readonly string[]) =>
    `neither of ${programs.join(" and ")} is installed. Install the server's client programs on this computer.`,
  needsServer:
    "The store of this backup is on a database server: name an empty place for its tables with `--db mysql://user:password@host/database`.",
  needsNoServer: "The store of this backup has its database in a file: leave `--db` out.",
  tablesStand: (place: string, table: string) =>
    `${place} holds ${table} already, and nothing of it was touched. Name another database, or drop what a restore that was killed has left.`,
  notWritten: (file: string, reason: string) =>
    `The backup was not written to ${file}: ${reason}. Nothing of it is left.`,
  noArchive: (file: string) => `No such file: ${file}`,
  notEmpty: (folder: string) =>
    `${folder} is not empty, and nothing of it was touched. A store is restored into a new folder.`,
  wrongArchive: (file: string, what: string) =>
    `${file} cannot be restored: ${what}. Take another backup. No store was made.`,
  newerArchive: (found: number, known: number) =>
    `VERSION_FAIL: the backup has schema ${found} and this Prilavok works with ${known}. Update Prilavok on this computer.`,
  notRestored: (folder: string, reason: string) =>
    `The store was not restored into ${folder}: ${reason}. No store was made.`,
} as const;
