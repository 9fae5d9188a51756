/** Refusals of `prilavok backup` and `prilavok restore` (page 70). Paths are shown as the caller spelled them. */
export const backupRefusals = {
  fileStands: (file: string) => `${file} is there already, and nothing was written. Name another file.`,
  /** Said before the work. */
  ownFolder: (folder: string) =>
    `The store will stand in ${folder}. Another folder: \`prilavok restore <file> <dir>\`.`,
  serverFailed: (text: string) =>
    `The database server's own program did not do it: ${text.replace(/[\s.]*$/, "")}. \`prilavok doctor\` looks at the database and its account.`,
  noClient: (programs: readonly string[]) =>
    `neither of ${programs.join(" and ")} is installed. Install the server's client programs on this computer.`,
  needsServer:
    "The store of this backup is on a database server: name an empty place for its tables with `--db mysql://user:password@host/database`.",
  needsNoServer: "The store of this backup has its database in a file: leave `--db` out.",
  tablesStand: (place: string, table: string) =>
    `${place} holds ${table} already, and nothing of it was touched. Name another database. If these tables are the rest of a restore that was killed, and no store is in them, drop them and repeat.`,
  notWritten: (file: string, reason: string) =>
    `The backup was not written to ${file}: ${reason}. Nothing of it is left. Look that there is room and that you may write there, then repeat.`,
  noArchive: (file: string) =>
    `No such file: ${file}. Name an archive that \`prilavok backup\` has written; without a name it stands in the store's backups.`,
  notEmpty: (folder: string) =>
    `${folder} is not empty, and nothing of it was touched. Name a new folder: \`prilavok restore <file> <dir>\`.`,
  wrongArchive: (file: string, what: string) =>
    `${file} cannot be restored: ${what}. Take another backup. No store was made.`,
  newerArchive: (found: number, known: number) =>
    `VERSION_FAIL: the backup has schema ${found} and this Prilavok works with ${known}. Update Prilavok on this computer.`,
  notRestored: (folder: string, reason: string) =>
    `The store was not restored into ${folder}: ${reason}. No store was made. Name another folder: \`prilavok restore <file> <dir>\`.`,
} as const;
