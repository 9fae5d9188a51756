import type { Database } from "../sql/database.ts";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { TABLE_COMMENT } from "./create-table.ts";
import type { Migration } from "./migrations.ts";
import { readSchemaVersion, writeSchemaVersion } from "./schema-version.ts";

/** A server's codes for a column or a key that is there already, and for a table. */
const HAS_COLUMN_OR_KEY = [1060, 1061];
const HAS_TABLE = 1050;

/**
 * Carries a migration out if the store needs it: another upgrade may have been here in the meantime. On SQLite whole or not
 * at all; a server keeps every change of a table at once, and one that was cut short is gone on with.
 */
export async function migrate(db: Database, { version, statements }: Migration): Promise<void> {
  await db.transaction(async () => {
    if ((await readSchemaVersion(db)) !== version - 1) return;
    for (const statement of statements(db.dialect)) {
      try {
        await db.run(statement);
      } catch (error) {
        if (!(await isDoneAlready(db, statement, error))) throw error;
      }
    }
    await writeSchemaVersion(db, version);
  });
}

async function isDoneAlready(db: Database, statement: string, error: unknown): Promise<boolean> {
  const code = error instanceof RefusedStatement && "code" in error ? Number(error.code) : 0;
  if (code !== HAS_TABLE) return HAS_COLUMN_OR_KEY.includes(code);
  const [, table = ""] = /^CREATE TABLE `\{DBNICK\}_(\w+)`/.exec(statement) ?? [];
  const ours = await db.all(
    `SELECT 1 AS ours FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND TABLE_COMMENT = ?`,
    [`${db.nick}_${table}`, TABLE_COMMENT],
  );
  return ours.length > 0;
}
