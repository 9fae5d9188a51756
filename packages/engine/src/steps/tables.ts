import { stepRefusals } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { bareTableName, realTableName } from "../store/table-names.ts";
import { similarNames } from "./similar-names.ts";
import { showColumns } from "./sqlite-show.ts";

/** Real names of every table and view of the database but SQLite's own, sorted. */
export async function listTables(db: Database): Promise<{ tables: string[] }> {
  return { tables: [...(await readTableKinds(db)).keys()] };
}

/** A table (bare or real name) with its columns; `gen`: the table has a generator. A name that is no table is refused. */
export async function describeTable(
  db: Database,
  name: string,
): Promise<{ data: Record<string, unknown> } | { refusal: string }> {
  const kinds = await readTableKinds(db);
  const real = realTableName(name, new Set(kinds.keys()), db.nick);
  if (real === undefined)
    return { refusal: stepRefusals.tableNotFound(name, similarTables(name, kinds.keys(), db.nick)) };

  const question = showColumns(real, false, undefined);
  const columns = await db.all<{ Field: string; Type: string; Key: string }>(question.sql, question.values);
  const bare = bareTableName(real, db.nick);
  const generator = await db.all("SELECT 1 FROM {DBNICK}_generator WHERE table_name = ?", [bare]);
  return {
    data: {
      name: real,
      engine: kinds.get(real) === "view" ? "VIEW" : "SQLite",
      gen: generator.length > 0,
      columns: { columns: ["name", "type", "key"], rows: columns.map(({ Field, Type, Key }) => [Field, Type, Key]) },
    },
  };
}

async function readTableKinds(db: Database): Promise<Map<string, string>> {
  const rows = await db.all<{ name: string; type: string }>(
    `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY name`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** A bare misspelling is close to bare names, a real one to real names; both are answered real. */
function similarTables(name: string, tables: Iterable<string>, nick: string): string[] {
  const realOf = new Map([...tables].map((real) => [bareTableName(real, nick), real]));
  const similar = similarNames(bareTableName(name, nick).replace(/^_/, ""), realOf.keys());
  return similar.map((bare) => realOf.get(bare) ?? bare);
}
