import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./execute-engines.ts";
import { runPool, type StepsStore } from "./steps-store.ts";

const ROWS = `
  INSERT INTO ms_user (id, login) VALUES (1, 'anna'), (2, 'ivan'), (3, 'olga');
  INSERT INTO ms_user_task (user_id, exec_id) VALUES (1, 1), (1, 2), (2, 2), (7, 7);
  INSERT INTO ms_user_task_note (task_id, user_id) VALUES (1, 1);`;

/** Tables with foreign keys of their own: to an id, without a field, to another field, of two fields; and odd names. */
const OWN_TABLES: Readonly<Record<string, string>> = {
  SQLite: `
    PRAGMA foreign_keys = OFF;
    CREATE TABLE ms_own (id INTEGER PRIMARY KEY, user_id INT NOT NULL REFERENCES ms_user(id),
      boss INT REFERENCES ms_user, skey TEXT REFERENCES ms_user(login), a INT, b INT,
      FOREIGN KEY (a, b) REFERENCES ms_user(group_id, add_group_id));
    INSERT INTO ms_own (user_id, boss, skey) VALUES (1, 2, 'olga');
    CREATE TABLE people (number INT PRIMARY KEY);
    CREATE TABLE visits (id INTEGER PRIMARY KEY, person INT NOT NULL REFERENCES people(number), guest INT);
    INSERT INTO visits (person, guest) VALUES (7, 7), (7, 8), (8, 7);
    CREATE TABLE "odd ""t" ("a\`b" INT REFERENCES ms_brand(id));
    INSERT INTO "odd ""t" VALUES (5), (5), (6);`,
  MariaDB: `
    ALTER TABLE ms_user ADD UNIQUE KEY (login), ADD UNIQUE KEY (group_id, add_group_id);
    SET foreign_key_checks = 0;
    CREATE TABLE ms_own (id INT AUTO_INCREMENT PRIMARY KEY, user_id INT UNSIGNED NOT NULL REFERENCES ms_user(id),
      boss INT UNSIGNED REFERENCES ms_user(id), skey VARCHAR(100) REFERENCES ms_user(login), a INT UNSIGNED, b INT UNSIGNED,
      FOREIGN KEY (a, b) REFERENCES ms_user(group_id, add_group_id));
    INSERT INTO ms_own (user_id, boss, skey) VALUES (1, 2, 'olga');
    CREATE TABLE people (number INT PRIMARY KEY);
    CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, person INT NOT NULL REFERENCES people(number), guest INT);
    INSERT INTO visits (person, guest) VALUES (7, 7), (7, 8), (8, 7);
    CREATE TABLE \`odd "t\` (\`a\`\`b\` INT UNSIGNED REFERENCES ms_brand(id));
    INSERT INTO \`odd "t\` VALUES (5), (5), (6);
    CREATE VIEW ms_user_view AS SELECT * FROM ms_user_task;`,
};

describe.each(engines)("dependent steps on $engine", ({ engine, make }) => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await make();
    await store.exec(ROWS + OWN_TABLES[engine]);
  });
  afterAll(() => store.close());

  const dependent = async (step: Record<string, unknown>, parts: Parameters<typeof runPool>[2] = {}) => {
    const pool = await runPool(store, [{ do: "dependent", ...step }], parts);
    const { num: _num, do: _do, ...answer } = pool.answer.steps[0] ?? {};
    return answer;
  };

  it("answers the map as far as the database has it, then its own foreign keys [dep-01, dep-04, dbp-16]", async () => {
    const depend = [
      { main: "user", table: "user_task", key: "user_id", nullable: false },
      { main: "user", table: "user_task", key: "exec_id", nullable: false },
      { main: "user", table: "user_task_note", key: "user_id", nullable: true },
      { main: "user", table: "agent_memory", key: "user_id", nullable: true },
      { main: "user", table: "own", key: "user_id", nullable: false },
      { main: "user", table: "own", key: "boss", nullable: true },
      { main: "user", table: "own", key: "skey", nullable: true },
    ];
    expect(await dependent({ table: "user" })).toEqual({ depend });
    expect(await dependent({ table: "ms_user" })).toEqual({ depend });
  });

  it("answers an empty depend where nothing is written down [dep-04]", async () => {
    expect(await dependent({ table: "lang", ids: [1] })).toEqual({ depend: [], count: {} });
  });

  it("counts by table, a row tied twice once, tables with none left out [dep-02]", async () => {
    const count = async (ids: unknown) => (await dependent({ table: "user", ids })).count;
    expect(await count(1)).toEqual({ user_task: 2, user_task_note: 1, own: 1 });
    expect(await count([1, "002"])).toEqual({ user_task: 3, user_task_note: 1, own: 1 });
    expect(await count("3")).toEqual({ own: 1 });
    expect(await count(99)).toEqual({});
    expect(await count([])).toEqual({});
    expect(await count("[1, 2]")).toEqual({ user_task: 3, user_task_note: 1, own: 1 });
  });

  it("counts in tables and fields of any name", async () => {
    expect((await dependent({ table: "brand", ids: [5, 6] })).count).toEqual({ 'odd "t': 3 });
  });

  it("counts for tables of a shop, which have no nick and perhaps no id", async () => {
    const depend = [{ main: "people", table: "visits", key: "person", nullable: false }];
    expect(await dependent({ table: "people", ids: [7] })).toEqual({ depend, count: { visits: 2 } });
    const written = { main: "people", table: "visits", key: "guest", nullable: true };
    expect(await dependent({ table: "people", ids: 8 }, { relations: [written] })).toEqual({
      depend: [written, ...depend],
      count: { visits: 2 },
    });
  });

  it("takes thousands of ids, of any size", async () => {
    const ids = [...Array.from({ length: 40_000 }, (_, index) => index + 1), "99999999999999999999999"];
    expect((await dependent({ table: "user", ids })).count).toMatchObject({ user_task: 4 });
  });

  it.each([
    [[1, "x"], "x"],
    ["1.5", "1.5"],
    [1.5, "1.5"],
    ["", ""],
    [[null], "null"],
    [true, "true"],
    [{ a: 1 }, '{"a":1}'],
    [[[1]], "[1]"],
  ])("refuses %j as ids [dep-03]", async (ids, shown) => {
    expect((await dependent({ table: "user", ids })).error).toBe(
      `The id of this step takes a whole number, and [${shown}] is not one`,
    );
  });

  it("repeats the spelling of an unknown table and names close ones [dep-03, dbp-16]", async () => {
    expect((await dependent({ table: "Usr_task" })).error).toMatch(/^Unknown table: Usr_task\. Similar: user_task\b/);
    expect((await dependent({ table: "zzzzzzz", ids: 1 })).error).toMatch(
      /^Unknown table: zzzzzzz\. engine_db_tables /,
    );
  });

  it("takes ids from an earlier step", async () => {
    const pool = await runPool(store, [
      { do: "select", name: "people", sql: "SELECT id FROM {DBNICK}_user WHERE id < 3" },
      { do: "dependent", name: "dep", table: "user", ids: "@people.*.id" },
      { do: "select", sql: "SELECT :N AS n", params: { N: "@dep.count.user_task" } },
    ]);
    expect(pool.answer.steps[1]).toMatchObject({ count: { user_task: 3 } });
    expect(pool.rows["steps.3"]).toEqual([{ n: "3" }]);
  });
});
