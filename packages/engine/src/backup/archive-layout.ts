import { ACTIVITY_FOLDER, DATABASE_FILE, RELATIONS_FILE, SECRETS_FILE, SETTINGS_FILE } from "../store/store-layout.ts";

/** What stands first in an archive: what made it and of what. */
export interface ArchiveCard {
  readonly format: 1;
  readonly prilavok: string;
  readonly schema: number;
  readonly name: string;
  readonly engine: "sqlite" | "mariadb" | "mysql";
  /** `YYYY-MM-DD HH:MM:SS` of the store's clock. */
  readonly made: string;
}

export const CARD_FILE = "backup.json";
/** The tables of a database on a server, as its own client writes and reads them. */
export const DUMP_FILE = "database.sql";

/** Files of a store's folder that an archive takes, where they are there; `package.json` says what `node_modules` held. */
export const ARCHIVED_FILES = [
  SETTINGS_FILE,
  RELATIONS_FILE,
  SECRETS_FILE,
  "package.json",
  "package-lock.json",
] as const;
/** Folders that it takes whole. Conversations, caches, backups and `node_modules` stay out. */
export const ARCHIVED_FOLDERS = ["rules", "units", "files", ACTIVITY_FOLDER] as const;

const FILES: ReadonlySet<string> = new Set([CARD_FILE, DATABASE_FILE, DUMP_FILE, ...ARCHIVED_FILES]);
const FOLDERS: ReadonlySet<string> = new Set(ARCHIVED_FOLDERS);

/** Is it a path that an archive of ours holds: from the store's folder, with `/`, leading nowhere else on any system. */
export function isArchivedPath(path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return FILES.has(first);
  return FOLDERS.has(first) && rest.every((part) => !/^\.{0,2}$|[\\:\0]/.test(part));
}
