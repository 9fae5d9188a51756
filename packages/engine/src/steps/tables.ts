import { stepRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { bareTableName, realTableName } from "../store/table-names.ts";
import { similarNames } from "./similar-names.ts";
import { showColumns } from "./sqlite-show.ts";

/** A table or a view by its real name; `engine` as answers call it. */
interface TableRow {
  readonly name: string;
  readonly engine: string;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly key: string;
}

const SQLITE_TABLES = `
  SELECT name, CASE type WHEN 'view' THEN 'VIEW' ELSE 'SQLite' END AS engine FROM sqlite_schema
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;
const SERVER_TABLES = `
  SELECT TABLE_NAME AS name, IF(TABLE_TYPE = 'VIEW', 'VIEW', COALESCE(ENGINE, '')) AS engine
  FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'SEQUENCE' ORDER BY TABLE_NAME`;
const SERVER_COLUMNS = `
  SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, COLUMN_KEY AS \`key\`
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`;

/** Real names of every table and view of the database but SQLite's own, sorted. */
export async function listTables(db: Database): Promise<{ tables: string[] }> {
  return { tables: [...(await readTables(db)).keys()] };
}

/** A table (bare or real name) with its columns; `gen`: the table has a generator. A name that is no table is refused. */
export async function describeTable(
  db: Database,
  name: string,
): Promise<{ data: Record<string, unknown> } | { refusal: string }> {
  const engines = await readTables(db);
  const real = realTableName(name, new Set(engines.keys()), db.nick);
  if (real === undefined)
    return { refusal: stepRefusals.tableNotFound(name, similarTables(name, engines.keys(), db.nick)) };

  const columns = await readColumns(db, real);
  const bare = bareTableName(real, db.nick);
  const generator = await db.all("SELECT 1 FROM {DBNICK}_generator WHERE table_name = ?", [bare]);
  return {
    data: {
      name: real,
      engine: engines.get(real),
      gen: generator.length > 0,
      columns: { columns: ["name", "type", "key"], rows: columns.map(({ name, type, key }) => [name, type, key]) },
    },
  };
}

async function readTables(db: Database): Promise<Map<string, string>> {
  const rows = await db.all<TableRow>(db.dialect === "sqlite" ? SQLITE_TABLES : SERVER_TABLES);
  return new Map(rows.map(({ name, engine }) => [name, engine]));
}

async function readColumns(db: Database, table: string): Promise<ColumnRow[]> {
  if (db.dialect !== "sqlite") return db.all<ColumnRow>(SERVER_COLUMNS, [table]);
  const question = showColumns(table, false, undefined);
  const columns = await db.all<{ Field: string; Type: string; Key: string }>(question.sql, question.values);
  return columns.map(({ Field, Type, Key }) => ({ name: Field, type: Type, key: Key }));
}

/** A bare misspelling is close to bare names, a real one to real names; both are answered real. */
function similarTables(name: string, tables: Iterable<string>, nick: string): string[] {
  const realOf = new Map([...tables].map((real) => [bareTableName(real, nick), real]));
  const similar = similarNames(bareTableName(name, nick).replace(/^_/, ""), realOf.keys());
  return similar.map((bare) => realOf.get(bare) ?? bare);
}
