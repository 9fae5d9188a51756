import { afterAll, beforeAll, expect, it } from "vitest";
import { makeStore, runPool, type StepsStore } from "./steps-store.ts";

let store: StepsStore;
beforeAll(async () => {
  store = await makeStore();
  await store.exec("INSERT INTO ms_user_password (user_id, hash) VALUES (1, 'secret-hash')");
});
afterAll(() => store.close());

it.each([
  "SELECT hash FROM {DBNICK}_user_password",
  "SELECT hash FROM MS_User_Password",
  'SELECT hash FROM "ms_user_password"',
  "SELECT hash FROM 'ms_user_password'",
  "SELECT hash FROM [ms_user_password]",
  "SELECT hash FROM `ms_user_password`",
  "SELECT hash FROM main.ms_user_password /* , */",
  "WITH p AS (SELECT * FROM ms_user_password) SELECT * FROM p",
  "SELECT token_hash FROM ms_device_token",
  "SELECT subject FROM ms_password_guess",
])("no reading step shows a table that lets people in: %s", async (sql) => {
  const pool = await runPool(store, [{ do: "select", sql }]);
  expect(pool.answer).toMatchObject({ ok: false, steps: [{ error: expect.stringContaining("is not for the agent") }] });
  expect(JSON.stringify(pool)).not.toContain("secret-hash");
});

it.each(["SELECT file FROM pragma_database_list", 'SELECT * FROM main."PRAGMA_database_list"()'])(
  "no reading step shows where on the disk the store stands: %s",
  async (sql) => {
    const { answer } = await runPool(store, [{ do: "select", sql }]);
    expect(answer).toMatchObject({ ok: false, steps: [{ error: expect.stringContaining("is not for the agent") }] });
  },
);
