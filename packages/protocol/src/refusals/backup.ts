/** Refusals of `prilavok backup` and `prilavok restore` (page 70). Paths are shown as the caller spelled them. */
export const backupRefusals = {
  fileStands: (file: string) => `${file} is there already, and nothing was written. Name another file.`,
  onServer:
    "The database of this store is on a server: back it up with the server's own program (mariadb-dump), and the store's folder as files.",
  notWritten: (file: string, reason: string) => `The backup was not written to ${file}: ${reason}. Nothing of it is left.`,
  noArchive: (file: string) => `No such file: ${file}`,
  notEmpty: (folder: string) => `${folder} is not empty, and nothing of it was touched. A store is restored into a new folder.`,
  wrongArchive: (file: string, what: string) =>
    `${file} cannot be restored: ${what}. Take another backup. No store was made.`,
  newerArchive: (found: number, known: number) =>
    `VERSION_FAIL: the backup has schema ${found} and this Prilavok works with ${known}. Update Prilavok on this computer.`,
  notRestored: (folder: string, reason: string) => `The store was not restored into ${folder}: ${reason}. No store was made.`,
} as const;
