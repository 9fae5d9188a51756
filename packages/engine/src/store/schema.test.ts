import { expect, test } from "vitest";
import { FILE_ENTITIES, SCHEMA, VERSIONED_TABLES } from "./schema.ts";
import { shippedRelations } from "./shipped-relations.ts";

const tables = new Map(SCHEMA.map((table) => [table.name, table]));

test("every table has a name of its own and columns of different names", () => {
  expect(tables.size).toBe(SCHEMA.length);
  for (const { columns } of SCHEMA) expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
});

test("ids come from the generator unless the database issues them", () => {
  expect(tables.get("store")?.generator).toBe(true);
  expect(tables.get("store_info")?.generator).toBe(false);
  expect(tables.get("oper_block")?.generator).toBe(false);
});

test("the trees are known by their three columns", () => {
  expect(SCHEMA.filter((table) => table.tree).map((table) => table.name)).toEqual([
    "oper",
    "key",
    "agent_tool",
    "topic",
    "info",
  ]);
});

test("the shipped relation map names columns of the schema, once each", () => {
  const relations = shippedRelations();
  const column = (table: string, name: string) => tables.get(table)?.columns.find((one) => one.name === name);
  for (const { main, table, key } of relations) {
    expect(tables.has(main), main).toBe(true);
    expect(column(table, key)?.nullable, `${table}.${key}`).toBe(true);
  }
  expect(new Set(relations.map(({ table, key }) => `${table}.${key}`)).size).toBe(relations.length);
});

test("every entity of element files and every versioned table is a table", () => {
  for (const name of [...FILE_ENTITIES, ...VERSIONED_TABLES]) expect(tables.has(name), name).toBe(true);
});
