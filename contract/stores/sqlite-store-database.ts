import { snapshotSqlite } from "@prilavok/faults";
import Database from "better-sqlite3";
import type { StoreDatabase } from "./store-database.ts";

/** The database of a store on SQLite; its activity log is another file. */
export function sqliteStoreDatabase(file: string): StoreDatabase {
  return {
    named: (sql) => sql,
    exec: async (...statements) => {
      const database = new Database(file);
      for (const statement of statements) database.exec(statement);
      database.close();
    },
    snapshot: async () => snapshotSqlite(file),
    close: async () => {},
  };
}
