import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Door } from "./doors/door.ts";
import { openInProcess } from "./doors/in-process.ts";
import { runPrilavok } from "./stores/fresh-store.ts";
import { MariadbStoreDatabase, onServer } from "./stores/mariadb-store-database.ts";

/** The statements that the guide tells an administrator to run. */
const GUIDE = readFileSync(new URL("../docs/guide/mariadb.md", import.meta.url), "utf8");
const [STATEMENTS = ""] = /(?<=^## 1\. An account\n\n)(?: {4}.*\n)+/m.exec(GUIDE) ?? [];
const ENDLESS = "SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b WHERE a.seq * b.seq = -1";

let database: MariadbStoreDatabase;
let account: string;
let home: string;
let folder: string;
let door: Door;
beforeAll(async () => {
  database = await MariadbStoreDatabase.create();
  account = `'${database.name}'@'127.0.0.1'`;
  await database.makeNumbers(100_000);
  const statements = STATEMENTS.replaceAll("'prilavok'@'127.0.0.1'", account)
    .replaceAll("shop.*", `${database.name}.*`)
    .replace("'…'", "'secret'");
  for (const statement of statements.split(";")) if (statement.trim() !== "") await onServer(statement);
  home = mkdtempSync(join(tmpdir(), "least-account-"));
  folder = join(home, "shop");
  const url = new URL(database.url);
  url.username = database.name;
  url.password = "secret";
  await runPrilavok(["init", folder, "--demo", "--db", url.href]);
  const settings = JSON.parse(readFileSync(join(folder, "store.json"), "utf8")) as object;
  writeFileSync(join(folder, "store.json"), JSON.stringify({ ...settings, limits: { readSeconds: 1 } }));
  door = await openInProcess(folder);
  await door.call("session_connect", { topic: "t" });
}, 120_000);
afterAll(async () => {
  await door.close();
  await database.close();
  await onServer(`DROP USER ${account}`);
  rmSync(home, { recursive: true, force: true });
});

async function ask(tool: string, args: object): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { isError, data, text } = await door.call(tool, args as Record<string, unknown>);
  expect({ tool, isError, error: isError ? [data, text] : [] }).toEqual({ tool, isError: false, error: [] });
  return data;
}

const select = (sql: string) => ask("engine_db_select", { pool: [{ do: "select", sql }] });
const doctor = async () => {
  const end = runPrilavok(["doctor", "--store", folder, "--json"]);
  const { stdout } = await end.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as { ok: boolean; checks: { what: string; ok: boolean; text: string }[] };
};
const accountOf = ({ checks }: Awaited<ReturnType<typeof doctor>>) => checks.find(({ what }) => what === "account");

/** Everything that asks the database for something of its own kind. */
async function workThroughAll(): Promise<void> {
  await ask("tool_list", {});
  await ask("tool_run", { unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" });
  await ask("tool_pool", { pool: [{ unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" }] });
  await ask("engine_db_tables", { name: "store" });
  await ask("engine_db_select", {
    pool: [
      { do: "select", name: "goods", sql: "SELECT id FROM {DBNICK}_store LIMIT 3" },
      { do: "select", sql: "SHOW CREATE TABLE {DBNICK}_store" },
      { do: "dependent", table: "store", ids: "@goods.*.id" },
    ],
  });
  await ask("engine_db_execute", {
    pool: [
      { do: "lock", tables: ["brand"] },
      { do: "generate", name: "id", table: "brand" },
      { do: "insert", table: "brand", rows: [{ id: "@id", name: "Least" }] },
      { do: "modify", sql: "CREATE TEMPORARY TABLE picked AS SELECT id FROM {DBNICK}_brand" },
      {
        do: "modify",
        sql: "DELETE FROM {DBNICK}_brand WHERE id = :ID AND id IN (SELECT id FROM picked)",
        params: { id: "@id" },
      },
      { do: "change", tables: ["brand"] },
      { do: "unlock" },
      { do: "tree_add", name: "node", table: "topic", parent_id: 0 },
      { do: "tree_remove", table: "topic", id: "@node" },
      { do: "clear_dependent", table: "brand" },
    ],
  });
  await ask("engine_db_locks", {});
  await ask("engine_db_unlocks", {});
  await runPrilavok(["log", "--store", folder]);
}

describe("the account of the guide", () => {
  it("is enough for a store from init to backup", async () => {
    await workThroughAll();
    await runPrilavok(["backup", join(home, "a.tar.gz"), "--store", folder]);
  });

  it("ends a statement of its own in the server", async () => {
    const { data } = await door.call("engine_db_select", { pool: [{ do: "select", sql: ENDLESS }] });
    expect(data).toMatchObject({ ok: false, steps: [{ error: expect.stringMatching(/^The query ran over 1 s/) }] });
    const left = `SELECT id AS id FROM information_schema.processlist WHERE user = '${database.name}' AND info LIKE 'SELECT COUNT%'`;
    await expect.poll(() => onServer(left)).toEqual([]);
  });

  it("reads the shop's own views and pure functions, and cannot reach a file", async () => {
    await database.exec(
      "CREATE TABLE own (id INT PRIMARY KEY)",
      "INSERT INTO own VALUES (7)",
      "CREATE FUNCTION f_twice(x INT) RETURNS INT DETERMINISTIC NO SQL RETURN x * 2",
      "CREATE VIEW v_own AS SELECT f_twice(id) AS twice FROM own",
    );
    expect(await select("SELECT twice, f_twice(1) AS two FROM v_own")).toMatchObject({
      steps: [{ data: [{ twice: "14", two: "2" }] }],
    });
    await select("SHOW CREATE VIEW v_own");
    const step = { do: "modify", sql: "SELECT 1 INTO OUTFILE '/tmp/sg_least_account'" };
    const { data } = await door.call("engine_db_execute", { pool: [step] });
    expect(JSON.stringify(data)).toContain("Access denied");
  });

  it("is found by the doctor to have no right too many", async () => {
    const { ok, checks } = await doctor();
    expect({ ok, wrong: checks.filter((check) => !check.ok) }).toEqual({ ok: true, wrong: [] });
    expect(accountOf({ ok, checks })?.text).toMatch(/has no right beyond what a store asks for$/);
  });

  it("may lose the rights to make tables after the first call", async () => {
    await onServer(`REVOKE CREATE, ALTER, DROP, INDEX, TRIGGER ON ${database.name}.* FROM ${account}`);
    await door.restart();
    await door.call("session_connect", { topic: "t" });
    await workThroughAll();
  });

  it("with more is told by the doctor what it does not need", async () => {
    await onServer(`GRANT EVENT, LOCK TABLES ON ${database.name}.* TO ${account}`);
    expect(accountOf(await doctor())).toMatchObject({
      ok: true,
      text: expect.stringMatching(/a store does not need its (LOCK TABLES, EVENT|EVENT, LOCK TABLES)$/),
    });
    await onServer(`GRANT FILE, PROCESS, SUPER ON *.* TO ${account} WITH GRANT OPTION`);
    await onServer(`GRANT SELECT ON mysql.* TO ${account}`);
    const report = await doctor();
    expect(report.ok).toBe(false);
    const { text = "", ok } = accountOf(report) ?? {};
    expect(ok).toBe(false);
    for (const right of ["FILE", "PROCESS", "SUPER", "GRANT OPTION on *.*", "SELECT on mysql.*", "EVENT"]) {
      expect(text).toContain(right);
    }
    expect(text).not.toContain("secret");
  });
});
