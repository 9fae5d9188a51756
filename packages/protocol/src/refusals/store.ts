/** Refusals about a store's folder, its settings and its database (pages 70 and 90). Folders are shown as the caller spelled them. */
export const storeRefusals = {
  noneChosen:
    "No store is chosen. Name one with `--store <dir>`, pick a known one with `prilavok use <name>`, or make one with `prilavok init <dir>`.",
  noneKnown: (name: string) =>
    `No known store is called ${name}, and no store stands in a folder ${name}. \`prilavok stores\` lists the known ones; any other is named by its folder.`,
  severalKnown: (name: string, folders: readonly string[]) =>
    `Several known stores are called ${name}. Name the folder: ${folders.join(", ")}.`,
  knownGone: (name: string, folder: string) =>
    `The store ${name} stood in ${folder}, and there is no store there any more. Put the folder back, or take the store off the list with \`prilavok stores forget ${folder}\`.`,
  alreadyAStore: (folder: string) =>
    `${folder} already holds a store, and nothing of it was touched. Name another folder; \`prilavok init ${folder} --upgrade\` brings an older store up to this version.`,
  insideAStore: (folder: string, store: string) =>
    `${folder} stands inside the store ${store}, whose files these are. Name a folder outside of it.`,
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
  databaseHoldsStore: (place: string, nick: string) =>
    `The database at ${place} already holds a store of the nick ${nick}, and nothing of it was touched. Name another database, or another nick with --nick.`,
  tableTaken: (place: string, table: string) =>
    `The database at ${place} already holds ${table}, which is not Prilavok's, and nothing was made. Choose a nick that leaves it alone: --nick <nick>.`,
  nickInCapitals: (place: string, nick: string) =>
    `The server of ${place} keeps the names of tables in small letters (lower_case_table_names = 1), and nothing was made. Take --nick ${nick.toLowerCase()}.`,
  databaseAtWork: (place: string) =>
    `Another init is at work in the database at ${place} right now. Wait for it, then look whether the store is there.`,
  databaseRefused: (place: string, reason: string) =>
    `The database at ${place} refused a statement: ${reason}. Give its user the rights that the guide to MariaDB lists, and try again.`,
  noStoreInDatabase: (place: string, nick: string) =>
    `The database at ${place} holds no store of the nick ${nick}. Name the right one in db of store.json, or put a backup back.`,
  passwordNotKept: (folder: string) =>
    `${folder}/store.json holds no password of the database, and an agent application does not hand PRILAVOK_DB_PASSWORD on. For agents put the password into a file of mode 0600 and name it there: "db": {…, "passwordFile": "db-password"}.`,
  notDone: (reason: string) =>
    `It was not done: ${reason}. Mend that and repeat the command; \`prilavok doctor\` looks the store over.`,
  notRemembered: (reason: string) =>
    `The store is made, but it could not be written down among the known ones: ${reason}. Name it with \`--store\`.`,
  folderFailed: (folder: string, reason: string) =>
    `${folder} cannot be used: ${reason}. Mend that, or name another folder.`,
  older: (folder: string, found: number, needed: number) =>
    `VERSION_FAIL: the store in ${folder} has schema ${found} and this Prilavok works with ${needed}. Run \`prilavok init ${folder} --upgrade\`: it makes a backup first.`,
  newer: (folder: string, found: number, needed: number) =>
    `VERSION_FAIL: the store in ${folder} has schema ${found} and this Prilavok works with ${needed}. Update Prilavok on this computer.`,
  notJson: (file: string) =>
    `${file} is not whole JSON. Correct it by hand: a comma or a bracket is missing or one too many.`,
  unreadable: (file: string, reason: string) =>
    `${file} cannot be read: ${reason}. Put it back, or let this person read it.`,
  /** `path` is the place inside the file, empty for the file itself. */
  wrongSettings: (file: string, path: string, what: string) => `${file}${path === "" ? "" : `: [${path}]`} ${what}.`,
  wrongOption: (option: string, what: string) => `${option} ${what}.`,
} as const;
