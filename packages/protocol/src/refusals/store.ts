/** Refusals about a store's folder, its settings and its database (pages 70 and 90). Folders are shown as the caller spelled them. */
export const storeRefusals = {
  alreadyAStore: (folder: string) =>
    `${folder} already holds a store, and nothing of it was touched. Name another folder; \`prilavok init ${folder} --upgrade\` brings an older store up to this version.`,
  nameTaken: (folder: string, name: string) =>
    `${folder} already holds ${name}, which a store needs the place of. Name an empty or a new folder.`,
  initAtWork: (folder: string) =>
    `Another init is at work in ${folder} right now. Wait for it, then look whether the store is there.`,
  noStoreIn: (folder: string) =>
    `${folder} holds no store (no store.json in it). Make one with \`prilavok init ${folder}\`.`,
  noDatabase: (folder: string, file: string) =>
    `The store in ${folder} has lost its database: there is no ${file}, which store.json names. Put the file back, or a backup of it from backups/.`,
  notADatabase: (folder: string, file: string, nick: string) =>
    `${file} of the store in ${folder} holds no store of the nick ${nick}. Put the right file back, or correct nick in store.json.`,
  folderFailed: (folder: string, reason: string) => `${folder} cannot be used: ${reason}.`,
  older: (folder: string, found: number, needed: number) =>
    `VERSION_FAIL: the store in ${folder} has schema ${found} and this Prilavok works with ${needed}. Run \`prilavok init ${folder} --upgrade\`: it makes a backup first.`,
  newer: (folder: string, found: number, needed: number) =>
    `VERSION_FAIL: the store in ${folder} has schema ${found} and this Prilavok works with ${needed}. Update Prilavok on this computer.`,
  upToDate: (folder: string, version: number) =>
    `The store in ${folder} has schema ${version} already: there is nothing to upgrade.`,
  otherEngine: (engine: string) =>
    `This version opens stores on SQLite, and this one is on ${engine}. Update Prilavok.`,
  notJson: (file: string) =>
    `${file} is not whole JSON. Correct it by hand: a comma or a bracket is missing or one too many.`,
  unreadable: (file: string, reason: string) => `${file} cannot be read: ${reason}.`,
  /** `path` is the place inside the file, empty for the file itself. */
  wrongSettings: (file: string, path: string, what: string) => `${file}${path === "" ? "" : `: [${path}]`} ${what}.`,
  wrongOption: (option: string, what: string) => `${option} ${what}.`,
} as const;

/** Why the system did not let a file be written or read, in words; anything else stays a fault. */
export const systemReasons: Readonly<Record<string, string>> = {
  EACCES: "this person may not write there",
  EPERM: "this person may not write there",
  EROFS: "the disk only reads",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "a file grew past what the system allows",
  EEXIST: "a file of that name stands there",
  ENOTDIR: "a part of the path is a file",
  ENOENT: "a part of the path is missing",
  EMFILE: "too many files are open",
  EIO: "the disk failed",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "this person may not write there",
  SQLITE_CANTOPEN: "the database's file cannot be opened",
  SQLITE_BUSY: "another program holds the database",
  SQLITE_NOTADB: "it is no SQLite database",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_IOERR: "the disk failed",
};
