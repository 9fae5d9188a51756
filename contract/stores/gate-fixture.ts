import { readFileSync } from "node:fs";
import type { FreshStore } from "./fresh-store.ts";

/** Puts the little database of the read gate's cases beside a store's own tables. */
export async function layGateFixture({ engine, database }: FreshStore): Promise<void> {
  if (engine === "sqlite") return database.exec(read("sql-gate.fixture.sqlite.sql"));
  // A statement a line; what stands behind `--` is for the reader.
  const text = read("sql-gate.fixture.sql");
  const own =
    engine === "mariadb"
      ? text.replace("MyISAM; -- Aria on MariaDB", "Aria;")
      : text.replace(/^.*-- MariaDB only$/gm, "");
  const lines = own.split("\n").map((line) => line.replace(/;?\s*(--.*)?$/, ""));
  const statements = lines.filter((line) => line !== "");
  await database.exec(...statements);
}

function read(name: string): string {
  return readFileSync(new URL(`../cases/${name}`, import.meta.url), "utf8");
}
