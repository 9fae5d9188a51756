import Database from "better-sqlite3";

/** What a database says, whatever its pages look like: by table its DDL and its rows as sorted lines. */
export type SqliteSnapshot = ReadonlyMap<string, readonly string[]>;

export interface TableChange {
  readonly added: string[];
  readonly removed: string[];
}

/** Reads every table of a database file through a read-only connection; writers may go on meanwhile. */
export function snapshotSqlite(file: string): SqliteSnapshot {
  const database = new Database(file, { readonly: true });
  try {
    database.defaultSafeIntegers(true);
    return database.transaction(() => readTables(database))();
  } finally {
    database.close();
  }
}

function readTables(database: Database.Database): SqliteSnapshot {
  const tables = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name",
    )
    .all();
  return new Map(tables.map(({ name, sql }) => [name, [sql, ...linesOf(database, name)]]));
}

/** The tables that differ, each with its lines that came and went; an empty object where the databases say the same. */
export function compareSqlite(before: SqliteSnapshot, after: SqliteSnapshot): Record<string, TableChange> {
  const changes: Record<string, TableChange> = {};
  for (const table of new Set([...before.keys(), ...after.keys()])) {
    const added = without(after.get(table) ?? [], before.get(table) ?? []);
    const removed = without(before.get(table) ?? [], after.get(table) ?? []);
    if (added.length > 0 || removed.length > 0) changes[table] = { added, removed };
  }
  return changes;
}

function linesOf(database: Database.Database, table: string): string[] {
  const rows = database
    .prepare<[], unknown[]>(`SELECT * FROM "${table.replaceAll('"', '""')}"`)
    .raw()
    .all();
  return rows.map((row) => JSON.stringify(row.map(plain))).sort();
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  if (Buffer.isBuffer(value)) return `0x${value.toString("hex")}`;
  return value;
}

/** The lines of a list that another one lacks; a line that stands twice has to be lacked twice. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
