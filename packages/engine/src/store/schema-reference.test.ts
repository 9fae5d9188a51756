import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCHEMA } from "./schema.ts";
import { readTable } from "./table-notation.ts";

const reference = readFileSync(new URL("../../../../docs/reference/schema.md", import.meta.url), "utf8");

test("the reference says every table as the schema has it, and no other", () => {
  const rows = [...reference.matchAll(/^\| `(\w+)` \| (\w+ (?:tinyint|int|bigint|char).*) \| (.*) \|$/gm)];
  const said = rows.map(([, name = "", columns = "", keys = ""]) => readTable(name, columns, keys));
  const byName = (tables: readonly { readonly name: string }[]) => new Map(tables.map((table) => [table.name, table]));
  expect(byName(said)).toEqual(byName(SCHEMA));
});
