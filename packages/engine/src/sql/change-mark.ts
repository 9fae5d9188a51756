import type { Dialect } from "./database.ts";

/** Counts a table as changed; its values are the table's bare name and the time on the store's clock. */
export function changeMarkSql(dialect: Dialect): string {
  const raised =
    dialect === "sqlite"
      ? "ON CONFLICT (table_name) DO UPDATE SET version = version + 1, change_time = excluded.change_time"
      : "ON DUPLICATE KEY UPDATE version = version + 1, change_time = VALUES(change_time)";
  return `INSERT INTO {DBNICK}_change_mark (table_name, version, change_time) VALUES (?, 1, ?) ${raised}`;
}
