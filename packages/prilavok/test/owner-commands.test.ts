import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

let home: Home;
beforeAll(async () => {
  home = new Home();
  await home.run("init", "shop");
});
afterAll(() => home[Symbol.dispose]());

const wrong = async (...words: string[]) => {
  const end = await home.run("doctor", ...words);
  expect(end.code).toBe(1);
  return end.stdout.split("\n").filter((line) => line.startsWith("WRONG"));
};

describe("doctor", () => {
  test("finds a new store in order [cli-11]", async () => {
    const end = await home.run("doctor");
    expect(end).toMatchObject({ code: 0, stderr: "" });
    expect(end.stdout).not.toContain("WRONG");
    expect(await home.json("doctor", "--store", "shop")).toMatchObject({ ok: true });
  });

  test("says what is wrong with the modules, the person, the database and the settings, and goes on as far as it can [cli-16]", async () => {
    await home.run("init", "ill");
    const module = home.path("ill/units/melbis_agent_currency.ts");
    const text = readFileSync(module, "utf8");
    writeFileSync(module, text.replace("export const CmdPos", "const CmdPos"));
    expect((await wrong("--store", "ill")).join()).toMatch(
      /modules +melbis_agent_currency.ts has no function for CmdPos/,
    );
    rmSync(module);
    expect((await wrong("--store", "ill")).join()).toMatch(
      /modules +The AI tool MELBIS_AGENT_CURRENCY is in the registry/,
    );
    writeFileSync(module, text);

    const settings = readFileSync(home.path("ill/store.json"), "utf8");
    writeFileSync(home.path("ill/store.json"), settings.replace('"admin"', '"nobody"'));
    expect((await wrong("--store", "ill")).join()).toMatch(/person +store.json names nobody/);
    writeFileSync(home.path("ill/store.json"), settings.replace('"login"', '"logni"'));
    expect((await wrong("--store", "ill")).join()).toMatch(/settings +store.json holds an unknown key \[logni\]/);
    writeFileSync(home.path("ill/store.json"), settings);

    const db = new Sqlite(home.path("ill/store.sqlite"));
    db.exec("DELETE FROM ms_oper_right");
    db.close();
    expect((await wrong("--store", "ill")).join()).toMatch(/rights +admin holds no right/);
    writeFileSync(home.path("ill/store.sqlite"), "no database");
    expect(await wrong("--store", "ill")).toHaveLength(1);
  });

  test("says why the modules get none of the secrets", async () => {
    await home.run("init", "told");
    const file = home.path("told/secrets.json");
    writeFileSync(file, '{"key": ');
    expect(await wrong("--store", "told")).toEqual([
      expect.stringMatching(/secrets +secrets.json is not a JSON object/),
    ]);
    writeFileSync(file, '{"key": "value"}');
    chmodSync(file, 0o644);
    expect(await wrong("--store", "told")).toEqual([
      expect.stringMatching(/secrets +secrets.json may be read by others/),
    ]);
    chmodSync(file, 0o600);
    expect(await home.json("doctor", "--store", "told")).toMatchObject({ ok: true });
  });

  test("says so where there is no store", async () => {
    expect((await wrong("--store", "nowhere")).join()).toContain("holds no store");
    using empty = new Home();
    expect(await empty.run("doctor")).toMatchObject({ code: 1, stdout: expect.stringContaining("No store is chosen") });
  });
});

describe("hosts", () => {
  test("adds this program by absolute paths, and takes it out again [cli-11]", async () => {
    const added = await home.json("hosts", "add", "codex", "--store", "shop");
    expect(added).toMatchObject({ application: "codex", change: "added", command: process.execPath });
    const text = readFileSync(home.path("home/.codex/config.toml"), "utf8");
    expect(text).toContain(`"--store", "${home.path("shop")}"`);
    expect(text).toContain(`PRILAVOK_CONFIG_DIR = "${home.path("config")}"`);
    expect(await home.json("hosts", "add", "codex", "--store", "shop")).toMatchObject({ change: "unchanged" });
    expect(await home.json("hosts", "remove", "codex")).toMatchObject({ change: "removed", names: ["prilavok"] });
    expect(await home.run("hosts", "remove", "codex")).toMatchObject({ code: 1 });
  });

  test("says that an application does not hand a database's password on", async () => {
    await home.run("init", "onserver");
    const file = home.path("onserver/store.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const write = (db: object) =>
      writeFileSync(file, JSON.stringify({ ...settings, db: { engine: "mariadb", ...db } }));
    const add = async () => (await home.run("hosts", "add", "cursor", "--store", "onserver")).stderr;
    write({ url: "mysql://shop@127.0.0.1:1/shop" });
    expect(await add()).toMatch(/holds no password of the database.*"passwordFile"/);
    write({ url: "mysql://shop@127.0.0.1:1/shop", passwordFile: "db-password" });
    expect(await add()).toBe("");
    write({ url: "mysql://shop:a@b@127.0.0.1:1/shop" });
    expect(await add()).toBe("");
  });

  test("writes into a project where it is told to", async () => {
    await home.json("hosts", "add", "vscode", "--project", "work");
    expect(existsSync(home.path("work/.vscode/mcp.json"))).toBe(true);
    expect(await home.run("hosts", "add", "goose", "--project", "work")).toMatchObject({ code: 1 });
    expect(await home.run("hosts", "add", "netscape")).toMatchObject({ code: 2 });
    expect(await home.run("hosts", "add", "codex", "--store", "nowhere")).toMatchObject({ code: 1 });
    expect(await home.run("hosts", "add", "codex", "--name", "two words")).toMatchObject({ code: 1 });
  });
});

describe("backup and restore", () => {
  test("make the same store stand in another folder [cli-11]", async () => {
    const made = await home.json("backup", "a.tar.gz", "--store", "shop");
    expect(made).toMatchObject({ file: home.path("a.tar.gz"), files: expect.any(Number) });
    expect(await home.run("backup", "a.tar.gz", "--store", "shop")).toMatchObject({ code: 1 });
    expect(await home.json("restore", "a.tar.gz", "again")).toMatchObject({
      name: "shop",
      folder: home.path("again"),
      used: false,
    });
    expect(await home.json("doctor", "--store", "again")).toMatchObject({ ok: true });
    expect(await home.run("restore", "a.tar.gz", "again")).toMatchObject({ code: 1 });
    const own = await home.json("backup", "--store", "shop");
    expect(String(own["file"])).toMatch(/shop[\\/]backups[\\/]store-\d{8}_\d{6}\.tar\.gz$/);
  });

  test("backups of one second have names of their own, and none takes another's place", async () => {
    const stamp = () => new Date().toISOString().slice(0, 19);
    const ends = await Promise.all([1, 2, 3, 4].map(() => home.run("backup", "b.tar.gz", "--store", "shop")));
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    expect(ends.filter(({ code }) => code === 1).map(({ stderr }) => stderr)).toEqual(
      Array(3).fill(expect.stringContaining("b.tar.gz is there already")),
    );

    await home.run("init", "twin");
    const settings = JSON.parse(readFileSync(home.path("twin/store.json"), "utf8"));
    writeFileSync(home.path("twin/store.json"), JSON.stringify({ ...settings, timezone: "UTC" }));
    mkdirSync(home.path("twin/backups"));
    const began = Date.parse(`${stamp()}Z`);
    for (let second = 0; second < 30; second += 1) {
      const time = new Date(began + second * 1000).toISOString().slice(0, 19).replace("T", "_").replace(/[-:]/g, "");
      writeFileSync(home.path("twin/backups", `store-${time}.tar.gz`), "an earlier one");
    }
    const own = await home.json("backup", "--store", "twin");
    expect(String(own["file"])).toMatch(/store-\d{8}_\d{6}-2\.tar\.gz$/);
  });

  test("a restore without a folder says first where the store will stand", async () => {
    await home.json("backup", "c.tar.gz", "--store", "shop");
    const end = await home.run("restore", "c.tar.gz");
    expect(end.stderr).toContain(`The store will stand in ${home.path("c")}. Another folder: `);
    expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(`stands in ${home.path("c")}.`) });
  });
});

test("the log shows the fields of a call and what the steps of a pool do", async () => {
  await home.run("init", "logged");
  await home.run("doctor", "--store", "logged");
  const { stdout } = await home.run("log", "--store", "logged");
  expect(stdout).toMatch(/TOOL +FIELDS OR STEPS +RESULT/);
  expect(stdout).toMatch(/prilavok\/doctor +engine_db_select +select +ok/);
  expect((await home.run("log", "--store", "logged", "--user", "nobody")).stderr).toMatch(/^There is no user nobody/);
});

test("tool export packs the registry and the units for another store", async () => {
  const { file, index } = await home.json("tool", "export", "tools.zip", "--store", "shop");
  expect(existsSync(String(file))).toBe(true);
  expect(Object.keys((index as { files: object }).files)).toContain("tools/MELBIS_AGENT_CURRENCY.json");
});

test("every command of page 70 is there and explains itself", async () => {
  const words = [
    "init",
    "serve",
    "mcp",
    "login",
    "logout",
    "use",
    "stores",
    "user",
    "group",
    "grant",
    "revoke",
    "grants",
    "tool",
    "hosts",
    "backup",
    "restore",
    "doctor",
    "log",
    "token",
    "calls",
  ];
  const { stdout } = await home.run("help");
  for (const word of words) expect(stdout).toMatch(new RegExp(`^ {2}${word} `, "m"));
  for (const word of ["login", "doctor", "backup", "restore", "log"]) {
    expect(await home.run("help", word)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`prilavok ${word}`),
    });
  }
});
