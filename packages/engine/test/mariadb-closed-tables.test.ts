import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done, failed, query } from "./execute-engines.ts";
import { makeServerStore } from "./mariadb-steps-store.ts";
import type { StepsStore } from "./steps-store.ts";

describe("what lets people in, on a server", () => {
  let store: StepsStore;
  beforeAll(async () => {
    store = await makeServerStore();
    await store.exec(
      `CREATE TABLE ms2_store_meta (name INT); CREATE TABLE ms2_user_password (hash INT);
       CREATE TABLE oc_user_password (hash INT)`,
    );
  });
  afterAll(() => store.close());

  const select = (sql: string) => ({ do: "select", sql });
  const closed = /^ms2_user_password is not for the agent/;

  it("is closed in another store of the same server too, however its name is written", async () => {
    const [{ here }] = (await query(store, "SELECT DATABASE() AS here")) as [{ here: string }];
    for (const name of ["ms2_user_password", `\`${here}\`.MS2_USER_PASSWORD`, `${here} . \`ms2_user_password\``]) {
      expect(await failed(store, select(`SELECT * FROM ${name}`))).toMatch(closed);
    }
    expect(await failed(store, { do: "modify", sql: "DROP TABLE ms2_user_password" })).toMatch(closed);
    const insert = { do: "insert", table: "ms2_user_password", rows: [{ hash: 1 }] };
    expect(await failed(store, insert)).toMatch(closed);
  });

  it("is no table of the shop's own that has such a name", async () => {
    expect(await query(store, "SELECT * FROM oc_user_password")).toEqual([]);
    expect(await done(store, { do: "insert", table: "oc_user_password", rows: [{ hash: 1 }] })).toHaveLength(1);
  });

  it("is not reached by a text that a statement puts together", async () => {
    const sql = "EXECUTE IMMEDIATE CONCAT('SELECT * FROM {DBNICK}_user_', 'password')";
    const refused = /^EXECUTE IMMEDIATE runs a text that nobody has read/;
    expect(await failed(store, select(sql))).toMatch(refused);
    expect(await failed(store, { do: "modify", sql })).toMatch(refused);
  });

  it("lists processes without the statements of others", async () => {
    const other = store.exec("DO SLEEP(2)");
    for (const sql of ["SHOW PROCESSLIST", "show full processlist"]) {
      const find = async (state: RegExp) => {
        const rows = (await query(store, sql)) as Record<"State" | "Info", string | null>[];
        return rows.filter(({ State }) => state.test(State ?? ""));
      };
      await expect.poll(() => find(/^User sleep$/)).toMatchObject([{ Command: "Query", Info: null }]);
      expect((await find(/./)).filter(({ Info }) => Info !== null)).toHaveLength(1);
    }
    await other;
    const [first = {}] = (await query(store, "SHOW PROCESSLIST")) as object[];
    expect(Object.keys(first).slice(0, 8)).toEqual(["Id", "User", "Host", "db", "Command", "Time", "State", "Info"]);
    const asked = await failed(store, select("SELECT * FROM information_schema.processlist"));
    expect(asked).toMatch(/^PROCESSLIST shows the statements of other people/);
  });
});
