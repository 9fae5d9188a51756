import type { Database, RunResult, SqlValue } from "./database.ts";
import { quotedName } from "./quoted-name.ts";

/** The most values one statement takes, and the most rows that are worth one. */
const MAX_VALUES = { sqlite: 32_766, mariadb: 65_535, mysql: 65_535 } as const;
const MAX_ROWS = { sqlite: 500, mariadb: 65_535, mysql: 65_535 } as const;

/**
 * Inserts rows of these columns into a table named as it is, in as few statements as the database takes; all of them or
 * none. `insertId` is the first row's.
 */
export async function insertValues(
  db: Pick<Database, "dialect" | "run" | "transaction">,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<RunResult> {
  const insert = (part: readonly (readonly SqlValue[])[]) =>
    db.run(insertStatement(table, columns, part.length), part.flat());
  const inOne = Math.max(1, Math.min(MAX_ROWS[db.dialect], Math.floor(MAX_VALUES[db.dialect] / columns.length)));
  if (rows.length <= inOne) return insert(rows);
  return db.transaction(async () => {
    let affected = 0;
    let insertId: string | undefined;
    for (let at = 0; at < rows.length; at += inOne) {
      const done = await insert(rows.slice(at, at + inOne));
      affected += done.affected;
      insertId ??= done.insertId;
    }
    return { affected, insertId: insertId ?? "0" };
  });
}

function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const places = `(${columns.map(() => "?").join(", ")})`;
  const names = columns.map(quotedName).join(", ");
  return `INSERT INTO ${quotedName(table)} (${names}) VALUES ${Array<string>(rows).fill(places).join(", ")}`;
}
