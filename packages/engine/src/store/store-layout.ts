/** What stands in a store's folder. Everything that `init` makes, in the order it is put in place: `store.json` last. */
export const STORE_FOLDERS = ["units", "files", "rules", "mcp"] as const;
export const DATABASE_FILE = "store.sqlite";
export const SETTINGS_FILE = "store.json";
export const SECRETS_FILE = "secrets.json";
export const RELATIONS_FILE = "relations.json";
export const BACKUPS_FOLDER = "backups";
/** The activity log of a store on SQLite. */
export const ACTIVITY_FOLDER = "activity";

export const STORE_ENTRIES = [...STORE_FOLDERS, DATABASE_FILE, SECRETS_FILE, RELATIONS_FILE, SETTINGS_FILE] as const;
