import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import { createSchema } from "./create-schema.ts";
import type { Refusal } from "./create-store.ts";
import type { NewDatabase } from "./new-database.ts";

/** Makes the database of a new store as an SQLite file that goes to its place with the folder. */
export async function makeFileDatabase(file: string, store: NewDatabase): Promise<Refusal | undefined> {
  const db = openSqliteDatabase(file, { nick: store.nick, mode: "create" });
  try {
    await db.transaction(async () => {
      await createSchema(db);
      await store.seed(db);
    });
    const refused = await store.fill(db);
    if (refused !== undefined) return refused;
  } finally {
    await db.close();
  }
  await store.place("sqlite");
  return undefined;
}
