import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeTable, listTables } from "../src/steps/tables.ts";
import { engines } from "./execute-engines.ts";
import { SERVER_ENGINE } from "./mariadb-scratch.ts";
import type { StepsStore } from "./steps-store.ts";

describe.each(engines)("tables on $engine", ({ engine, make }) => {
  const onServer = engine !== "SQLite";
  const hasSequences = onServer && SERVER_ENGINE === "mariadb";
  /** MySQL tells no widths of whole numbers any more. */
  const [int, tinyint] = onServer && SERVER_ENGINE === "mysql" ? ["int", "tinyint"] : ["int(10)", "tinyint(3)"];
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec("CREATE TABLE `update` (id INT); CREATE VIEW ms_names AS SELECT name FROM ms_store;");
    if (hasSequences) await store.exec("CREATE SEQUENCE ms_some_seq NOCACHE");
  });
  afterAll(() => store.close());

  it("lists the real names, sorted, without the engine's own [tbl-01]", async () => {
    const { tables } = await listTables(store.db);
    expect(tables).toEqual(expect.arrayContaining(["ms_currency", "ms_names", "ms_store", "update"]));
    expect(tables).toEqual([...tables].sort());
    expect(tables.filter((name) => /^sqlite_|_seq$/.test(name))).toEqual([]);
  });

  it("describes a table by its bare or its real name [tbl-02]", async () => {
    const currency = {
      name: "ms_currency",
      engine: engine === "SQLite" ? "SQLite" : "InnoDB",
      gen: true,
      columns: {
        columns: ["name", "type", "key"],
        rows: [
          ["id", `${int} unsigned`, "PRI"],
          ["skey", "varchar(32)", ""],
          ["name", "varchar(32)", ""],
          ["multiplex", "decimal(10,4)", ""],
          ["division", `${tinyint} unsigned`, ""],
          ["provider_id", `${int} unsigned`, "MUL"],
          ["pos", `${int} unsigned`, ""],
        ],
      },
    };
    for (const name of ["currency", "_currency", "ms_currency"]) {
      expect(await describeTable(store.db, name)).toEqual({ data: currency });
    }
    expect(await describeTable(store.db, "user_task")).toMatchObject({ data: { gen: false } });
    expect(await describeTable(store.db, "update")).toMatchObject({ data: { name: "update", gen: false } });
  });

  it("says of a view that it is one [tbl-02]", async () => {
    expect(await describeTable(store.db, "names")).toMatchObject({
      data: { name: "ms_names", engine: "VIEW", gen: false, columns: { rows: [["name", "varchar(255)", ""]] } },
    });
  });

  it("refuses an unknown table and names the close ones [tbl-03]", async () => {
    const refusal = async (name: string) => {
      const described = await describeTable(store.db, name);
      return "refusal" in described ? described.refusal : undefined;
    };
    expect(await refusal("curency")).toMatch(
      /^Table "curency" not found\. Similar: ms_currency\. Call engine_db_tables /,
    );
    expect(await refusal("ms_curency")).toMatch(/^Table "ms_curency" not found\. Similar: ms_currency\b/);
    expect(await refusal("zzzzzzzzzz")).toMatch(/^Table "zzzzzzzzzz" not found\. Call engine_db_tables /);
  });
});
